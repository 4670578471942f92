-- Ids of categories and values that operators add one by one. Numbers of imported trees are far below.
CREATE SEQUENCE "tree_numbers" START WITH 90000001;
