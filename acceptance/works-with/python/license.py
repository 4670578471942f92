"""Prints the license that the package in a folder states."""

import sys
from importlib.metadata import distributions

(package,) = distributions(path=[sys.argv[1]])
# Some have the whole text in it.
stated = package.metadata.get("License", "").partition("\n")[0]
classified = [
    text.rpartition(" :: ")[2] for text in package.metadata.get_all("Classifier", []) if text.startswith("License")
]
print(next((text for text in [stated, *classified] if text not in ("", "UNKNOWN")), "not stated").removesuffix(" License"))
