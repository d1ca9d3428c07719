"""Layouts: how a learning platform arranges what a class handed in.

`find.find_class` is the way in. One module a platform; each looks at names only and
says either whose every file is, or that this is not its layout. When in doubt it is the flat one:
each direct child of a folder is one student's.
"""
