# For nixpkgs' callPackage: `nix-build -E '(import <nixpkgs> {}).callPackage ./cli/packaging/package.nix {}'`.
{
  lib,
  rustPlatform,
  installShellFiles,
}:
let
  workspace = (lib.importTOML ../../Cargo.toml).workspace.package;
in
rustPlatform.buildRustPackage {
  pname = "memod";
  inherit (workspace) version;
  src = lib.cleanSource ../..;
  cargoLock.lockFile = ../../Cargo.lock;
  cargoBuildFlags = [ "--bin=memo" "--bin=memod" ];
  # The end-to-end tests start daemons on ports of the machine.
  doCheck = false;
  nativeBuildInputs = [ installShellFiles ];
  postInstall = ''
    installShellCompletion --cmd memo --bash completions/memo.bash --zsh completions/_memo --fish completions/memo.fish
    installManPage completions/man/*.1 cli/packaging/memod.1
    substitute cli/packaging/memod.service memod.service --replace-fail /usr/bin/memod $out/bin/memod
    install -Dm644 -t $out/lib/systemd/user memod.service
  '';
  meta = {
    description = "Local memory of your documents, and its command line";
    homepage = workspace.repository;
    license = with lib.licenses; [ mit asl20 ];
    mainProgram = "memo";
  };
}
