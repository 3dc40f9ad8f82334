-- What was settled is forgotten when it is long past, the oldest first. Without these, each of the steps in which that is
-- done would read the whole book, and all that the steps before it have deleted. A row comes into its index once, with the
-- update that settles it, which writes a new version of the row to every index as it is.
create index due_settled on reactions.due (due_since) where settled;
create index reminders_settled on reactions.reminders (due_at) where settled;
