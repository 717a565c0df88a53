import { useState } from 'react'
import { useDevice } from '../../device/device-context.tsx'

/**
 * The weight on the scale, once it is steady. After `spend` the same item may still lie there, and a label being stuck on it moves the
 * scale, so its weight counts again only when the scale was empty or shows another weight.
 */
export function useScale() {
  const { scale } = useDevice()
  const [spent, setSpent] = useState<number>()
  const steady = scale?.state === 'weight' ? scale.grams : undefined
  if (spent !== undefined && scale?.state !== 'moving' && steady !== spent) setSpent(undefined)
  return { scale, grams: steady === spent ? undefined : steady, spend: () => setSpent(steady) }
}
