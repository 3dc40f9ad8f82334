-- What is asked in reactions.within_courtesy goes by keys, whatever is asked, so one plan of each statement serves all, and it
-- must do for tables of every length: by itself a connection keeps the plans that it made while nobody had been written to, and
-- then goes through all mails of the last days for each that follows.
alter function reactions.within_courtesy set plan_cache_mode = force_generic_plan;
alter function reactions.within_courtesy set enable_seqscan = off;
