-- Dumps show the attributes of every category now. Those that are missing are built when they are read next.
DELETE FROM "tree_dumps" WHERE "with_attributes";
