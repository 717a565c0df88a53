import { pairByApi, startDeviceManager } from './support/device-manager.ts'
import { test } from './support/fixtures.ts'
import { INTERRUPTIONS, interruptedPurchase } from './support/interrupted-purchase.ts'
import { startPostroom } from './support/postroom.ts'
import { topUp } from './support/sandbox.ts'

const TIMES = 20
/** Buying and printing take about this long. */
const WITHIN_MS = 1_500
const SEED = Number(process.env['SEED'] ?? 20261122)

test('offers the label on the next page, 20 of 20 interruptions at random moments; nothing is bought or printed twice', async ({
  context,
  launchOptions,
}) => {
  test.setTimeout(1_800_000)
  const postroom = await startPostroom({ DEVICE_MANAGER: 'off' })
  const device = await startDeviceManager(postroom)
  try {
    await topUp(postroom, 100_00)
    await pairByApi(postroom, device)
    const random = numbersFrom(SEED)
    for (let n = 0; n < TIMES; n++) {
      const interruption = INTERRUPTIONS[n % INTERRUPTIONS.length]!
      const afterMs = Math.round(random() * WITHIN_MS)
      await test.step(`${n + 1}: ${interruption} after ${afterMs} ms`, async () => {
        await interruptedPurchase({ postroom, device, context, launchOptions }, { interruption, afterMs })
      })
    }
  } finally {
    await device.kill()
    await postroom.stop()
  }
})

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
