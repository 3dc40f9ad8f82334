/** SQL: what a member of staff, the row `colleague` of `users`, is called among their own: their name, else their address. */
export const COLLEAGUE_NAME =
  "coalesce(nullif(concat_ws(' ', colleague.first_name, colleague.last_name), ''), colleague.email)"
