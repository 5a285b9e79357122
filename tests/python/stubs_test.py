"""The types that editors read (__init__.pyi) are those of the package: every name, every parameter with its default."""
import ast
import inspect
import pathlib
import unittest

import fourfoot


def list_parameters(function):
    """(names, names of those that are keywords only, defaults) of a function of the stub."""
    a = function.args
    names = [p.arg for p in a.args]
    keywords = [p.arg for p in a.kwonlyargs]
    defaults = dict(zip(names[len(names) - len(a.defaults):], a.defaults))
    defaults.update({k: d for k, d in zip(keywords, a.kw_defaults) if d is not None})
    return names, keywords, {k: ast.literal_eval(d) for k, d in defaults.items()}


class Stubs(unittest.TestCase):
    tree = ast.parse((pathlib.Path(fourfoot.__file__).parent / "__init__.pyi").read_text(encoding="utf-8"))

    def compare(self, function, real):
        names, keywords, defaults = list_parameters(function)
        found = inspect.signature(real).parameters.values()
        kinds = inspect.Parameter
        self.assertEqual([p.name for p in found if p.kind == kinds.POSITIONAL_OR_KEYWORD], names, function.name)
        self.assertEqual([p.name for p in found if p.kind == kinds.KEYWORD_ONLY], keywords, function.name)
        self.assertEqual({p.name: p.default for p in found if p.default is not kinds.empty}, defaults, function.name)

    def test_functions_are_as_the_stub_says(self):
        for function in (node for node in self.tree.body if isinstance(node, ast.FunctionDef)):
            self.compare(function, getattr(fourfoot, function.name))

    def test_methods_are_as_the_stub_says(self):
        for node in (node for node in self.tree.body if isinstance(node, ast.ClassDef) and hasattr(fourfoot, node.name)):
            for function in (f for f in node.body if isinstance(f, ast.FunctionDef) and not f.name.startswith("__") and not f.decorator_list):
                self.compare(function, inspect.getattr_static(getattr(fourfoot, node.name), function.name))

    def test_every_public_name_has_a_type_and_a_text(self):
        typed = {node.name for node in self.tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        typed |= {a.asname or a.name for node in self.tree.body if isinstance(node, ast.ImportFrom) for a in node.names}
        for name in fourfoot.__all__:
            if inspect.ismodule(getattr(fourfoot, name)):
                continue
            self.assertIn(name, typed)
            self.assertTrue(inspect.getdoc(getattr(fourfoot, name)), name)


if __name__ == "__main__":
    unittest.main()
