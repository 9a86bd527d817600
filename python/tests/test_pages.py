"""The Python blocks of docs/PYTHON.md, in order, in one namespace, as a notebook runs its cells; what the first prints."""
import contextlib
import io
import os
import re
import shutil
import tempfile
import unittest

PAGES = (os.path.join("docs", "PYTHON.md"), os.path.join("python", "README.md"))
ROOT = os.getcwd()
FIXTURES = os.environ.get("FIXTURES", "fixtures")


class Pages(unittest.TestCase):
    def test_blocks(self):
        for page in PAGES:
            with self.subTest(page), tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(ROOT, page), encoding="utf-8") as file:
                    text = file.read()
                shutil.copy(os.path.join(ROOT, FIXTURES, "coupler.gds"), os.path.join(folder, "chip.gds"))
                self.run_all(text, folder)

    def run_all(self, text, folder):
        names, said = {}, []
        self.addCleanup(os.chdir, ROOT)
        os.chdir(folder)
        for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S):
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(block, "page", "exec"), names)  # the page is the project's own
            said.append(out.getvalue())
        self.assertTrue(said)
        shown = re.findall(r"^```text\n(.*?)^```", text, re.M | re.S)
        self.assertEqual(said[:len(shown)], shown)
        os.chdir(ROOT)


if __name__ == "__main__":
    unittest.main()
