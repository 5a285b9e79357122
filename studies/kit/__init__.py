"""What the studies share: running the program, tables, figures, and the generated parts of their pages."""
