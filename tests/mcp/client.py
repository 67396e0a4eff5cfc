"""What an assistant does with memo, through the protocol's own SDK: over HTTP and by `memo mcp`, in the older and the newer
form of the protocol. The SDK holds every result of a tool against the schema that the tool gives for it."""

import asyncio
import os
import sys

import httpx2
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

URL, KEY, MEMO, LOG = sys.argv[1:]
READS = {"recall", "ask", "timeline", "get_memory", "get_document", "list_facets"}
ADDS = {"remember", "rate_memory"}
REMOVES = {"forget_memory"}


async def given(client, name, **arguments):
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result
    return result.structured_content


async def refused(client, name, **arguments):
    result = await client.call_tool(name, arguments)
    assert result.is_error, result
    return result.content[0].text


async def tried(client, forgets):
    """Everything that is offered, once."""
    if client.server_info:  # It is not asked for where the revision is settled beforehand.
        assert client.server_info.name == "memo" and client.instructions
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == READS | ADDS | (REMOVES if forgets else set()), set(tools)
    for name, tool in tools.items():
        assert tool.annotations.read_only_hint == (name in READS), tool
        assert tool.annotations.destructive_hint == (name in REMOVES), tool
    found = await given(client, "recall", text="pilot", limit="3")
    assert 1 <= len(found["memories"]) <= 3, found
    memory = found["memories"][0]["custom_id"]
    answer = await given(client, "ask", text="Why was the pilot moved?")
    assert answer["answered"] and "dredging" in answer["response"], answer
    detail = await given(client, "get_memory", memory_id=memory)
    lines = detail["source"][0]
    text = await given(
        client, "get_document", item_id=detail["item_id"], first_line=lines["first_line"], last_line=lines["last_line"]
    )
    assert lines["text"].strip() in text["text"], (lines, text)
    assert (await given(client, "timeline", since="2026-10", until="2026-11"))["entries"]
    assert (await given(client, "list_facets", facet="people", limit=5))["people"]["values"]
    await given(client, "rate_memory", memory_id=memory, rating=1, query_text="pilot")
    kept = await given(client, "remember", text="I lent the long ladder to Ana Lima.")
    note = kept["memories"][0]["custom_id"]
    assert "ladder" in (await given(client, "ask", text="What did I lend to Ana Lima?"))["response"]
    if forgets:
        await given(client, "forget_memory", memory_id=note)
        assert "recall" in await refused(client, "get_memory", memory_id=note)
    assert "required" in await refused(client, "recall")
    assert "1 to 100" in await refused(client, "recall", text="pilot", limit=0)
    resources = (await client.list_resources()).resources
    for uri in [resources[0].uri, f"memo://memory/{memory}"]:
        assert (await client.read_resource(uri)).contents[0].text, uri
    assert len((await client.list_resource_templates()).resource_templates) == 2
    for prompt in (await client.list_prompts()).prompts:
        arguments = {a.name: "Tomas" for a in prompt.arguments if a.name == "with"}
        messages = (await client.get_prompt(prompt.name, arguments)).messages
        assert messages[0].content.text, prompt
    for wrong in [client.call_tool("dance", {}), client.read_resource("memo://memory/no"), client.get_prompt("dance")]:
        try:
            raise AssertionError(await wrong)
        except MCPError as error:
            assert error.error.message, error


async def seen(word, times):
    """Waits until the model has seen this so often."""
    async with asyncio.timeout(60):
        while open(LOG).read().split().count(word) < times:
            await asyncio.sleep(0.02)


async def cancelled(client):
    """Who does not wait for an answer any more ends the work on it."""
    before = open(LOG).read().split()
    asked = asyncio.create_task(client.call_tool("ask", {"text": "What does the heron say of the pilot?"}))
    await seen("asked", before.count("asked") + 1)
    asked.cancel()
    await asyncio.wait([asked])
    await seen("left", before.count("left") + 1)
    assert (await given(client, "recall", text="pilot"))["memories"]


async def main():
    for mode in ["legacy", "auto", "2026-07-28"]:
        async with httpx2.AsyncClient(headers={"x-api-key": KEY}, timeout=60) as http:
            async with Client(streamable_http_client(f"{URL}/mcp", http_client=http), mode=mode) as client:
                print(f"http, {mode}: {client.protocol_version}")
                await tried(client, forgets=False)
                await cancelled(client)
        memo = StdioServerParameters(command=MEMO, args=["mcp", "--allow-forget"], env=dict(os.environ))
        async with Client(memo, mode=mode) as client:
            print(f"stdio, {mode}: {client.protocol_version}")
            await tried(client, forgets=True)
            await cancelled(client)


asyncio.run(main())
