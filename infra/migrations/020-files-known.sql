-- How many rows the register of files (vault.files) had when files were last swept. No row ever leaves it, so a register that
-- has fewer is not the one that it was: the vault was lost, or put back as it was earlier. The sweep, which deletes what no row
-- knows of, would take everybody's files for nobody's.
create table reactions.files_known (
  only_row boolean primary key default true check (only_row),
  rows bigint not null
);
