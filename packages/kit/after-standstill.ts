/** A wait that ends by so much too late was not looked at in time: the process, or its machine, stood still. One that is only busy is not so late. In milliseconds. */
const STOOD_STILL = 1_000

/**
 * Connects, and once more where the time for it was over while the process stood still: it finds its timers over before it has read
 * what the server has answered meanwhile. Nothing was asked of the server yet, so that trying again does nothing twice.
 * @param patience after which `connect` gives up, in milliseconds
 * @throws what `connect` throws
 */
export async function afterStandstill<Connected>(
  patience: number,
  connect: () => Promise<Connected>,
): Promise<Connected> {
  const began = performance.now()
  try {
    return await connect()
  } catch (error) {
    if (performance.now() - began < patience + STOOD_STILL) throw error
    return await connect()
  }
}
