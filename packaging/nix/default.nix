# nix-build packaging/nix
{ pkgs ? import <nixpkgs> { } }:
pkgs.stdenv.mkDerivation {
  pname = "layout-observer";
  version = "0.2.0";
  src = ../..;
  nativeBuildInputs = [ pkgs.pkg-config ];
  buildInputs = [ pkgs.cjson pkgs.zlib pkgs.libpng pkgs.libxml2 pkgs.openssl pkgs.curl pkgs.libmicrohttpd ];
  enableParallelBuilding = true;
  makeFlags = [ "SETUP=0" "CFLAGS=-Wno-error" ];
  buildFlags = [ "all" ];
  installFlags = [ "PREFIX=$(out)" ];
  meta = {
    description = "Exact answers about GDSII and OASIS layouts for agents and shells";
    license = pkgs.lib.licenses.mit;
    platforms = [ "x86_64-linux" "aarch64-linux" ];
    mainProgram = "layout-observer";
  };
}
