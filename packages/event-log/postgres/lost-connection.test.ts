import { afterEach, expect, it, vi } from 'vitest'
import { Unavailable } from '../port.ts'
import { PATIENCE, untilAnswered } from './lost-connection.ts'

afterEach(() => vi.restoreAllMocks())

it('a process that stood still for longer than its patience asks once more before it says that nobody answers', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const call = vi
    .fn<() => Promise<string>>()
    .mockImplementationOnce(async () => {
      // Nothing ran here meanwhile: the timer was over before the answer could be read.
      clock.mockReturnValue(PATIENCE + 5_000)
      throw new Error('Query read timeout')
    })
    .mockResolvedValueOnce('stored')
  expect(await untilAnswered('append', call)).toBe('stored')
})

it('whoever gets no answer does not ask for ever', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const call = vi.fn<() => Promise<string>>(async () => {
    clock.mockReturnValue(PATIENCE + 5_000)
    throw new Error('Query read timeout')
  })
  await expect(untilAnswered('append', call)).rejects.toThrow(Unavailable)
  expect(call).toHaveBeenCalledTimes(2)
})
