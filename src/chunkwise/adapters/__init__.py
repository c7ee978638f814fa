"""The same work under the names of other libraries: one library a folder."""
