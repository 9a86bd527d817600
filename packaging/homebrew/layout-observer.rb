# Homebrew on Linux. @VERSION@, @REPOSITORY@ and @SHA256@ are filled by hand from a release's files.
class LayoutObserver < Formula
  desc "Exact answers about GDSII and OASIS layouts for agents and shells"
  homepage "https://github.com/@REPOSITORY@"
  url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/layout-observer-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "cjson"
  depends_on "curl"
  depends_on "libmicrohttpd"
  depends_on "libpng"
  depends_on "libxml2"
  depends_on :linux
  depends_on "openssl@3"
  depends_on "zlib"

  def install
    system "make", "SETUP=0", "CFLAGS=-Wno-error", "all"
    system "make", "SETUP=0", "PREFIX=#{prefix}", "install"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/layout-observer --version")
  end
end
