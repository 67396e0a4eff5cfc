"""The encoder as PyTorch trains it: a BERT of some of e5's layers over e5's own embeddings, which stay as they are."""
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

# The layers of e5 that the encoder begins with.
LAYERS = [0, 2, 4, 7, 9, 11]
PAD = 1


class Layer(nn.Module):
    def __init__(self, e5, number):
        super().__init__()
        self.heads, hidden = e5.heads, e5.hidden
        self.qkv, self.out = nn.Linear(hidden, 3 * hidden), nn.Linear(hidden, hidden)
        self.inner, self.outer = nn.Linear(hidden, e5.ff), nn.Linear(e5.ff, hidden)
        self.norm1, self.norm2 = nn.LayerNorm(hidden, eps=1e-12), nn.LayerNorm(hidden, eps=1e-12)
        of = lambda *names: torch.tensor(np.concatenate([e5.weights[f"l{number}.{name}"] for name in names]))
        for module, *names in ((self.qkv, "q", "k", "v"), (self.out, "ao"), (self.inner, "fi"), (self.outer, "fo"), (self.norm1, "aln"), (self.norm2, "oln")):
            module.weight.data, module.bias.data = of(*(n + ".w" for n in names)), of(*(n + ".b" for n in names))

    def forward(self, x, mask):
        texts, length, hidden = x.shape
        q, k, v = (t.reshape(texts, length, self.heads, -1).transpose(1, 2) for t in self.qkv(x).split(hidden, -1))
        seen = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = self.norm1(x + self.out(seen.transpose(1, 2).reshape(texts, length, hidden)))
        return self.norm2(x + self.outer(F.gelu(self.inner(x))))


class Network(nn.Module):
    def __init__(self, e5, layers):
        super().__init__()
        self.norm = nn.LayerNorm(e5.hidden, eps=1e-12)
        self.norm.weight.data, self.norm.bias.data = torch.tensor(e5.weights["emb.ln.w"]), torch.tensor(e5.weights["emb.ln.b"])
        self.layers = nn.ModuleList(Layer(e5, number) for number in layers)
        self.register_buffer("words", torch.tensor(e5.weights["emb.word"]), persistent=False)
        self.register_buffer("places", torch.tensor(e5.positions), persistent=False)

    def states(self, numbers, dropout=0.0):
        """Each piece's hidden state. `numbers`: [texts, length], filled up with PAD; while learning, so much of what each layer
        gives is left out."""
        mask = numbers != PAD
        x = self.norm(self.words[numbers] + self.places[:numbers.shape[1]])
        for layer in self.layers:
            x = F.dropout(layer(x, mask[:, None, None, :]), dropout, self.training)
        return x

    def pooled(self, numbers):
        """The mean of each text's hidden states."""
        mask, x = numbers != PAD, self.states(numbers)
        return (x.float() * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)

    def forward(self, numbers):
        return F.normalize(self.pooled(numbers), dim=-1)


def padded(texts):
    longest = max(map(len, texts))
    return torch.tensor([text + [PAD] * (longest - len(text)) for text in texts])
