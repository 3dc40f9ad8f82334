/**
 * For connections all of whose statements go by keys, whatever they are asked, so that one plan of each serves all. By itself
 * the server plans again each time, because it reckons with ten entries in an array where there mostly is one: planning a look
 * into a stream took longer than the look. A plan that is kept from when a table was small must do when it is long, so none
 * reads a whole table.
 */
export const KEPT_PLANS = { options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off' } as const
