import type pg from 'pg'

/** Has something happen between the answer to the pool's next statement and its arrival. */
export function afterNextAnswer(pool: pg.Pool, happens: () => Promise<void>): void {
  const query = pool.query.bind(pool)
  Object.assign(pool, {
    async query(...asked: unknown[]) {
      Object.assign(pool, { query })
      const answer: unknown = await Reflect.apply(query, pool, asked)
      await happens()
      return answer
    },
  })
}
