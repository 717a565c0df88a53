import { useState } from 'react'
import { useDevice } from '../../device/device-context.tsx'

/**
 * The weight on the scale, once it is steady. After `spend` the same item may still lie there, so its weight counts again only when
 * the scale has moved.
 */
export function useScale() {
  const { scale } = useDevice()
  const [spent, setSpent] = useState<number>()
  const steady = scale?.state === 'weight' ? scale.grams : undefined
  if (spent !== undefined && steady !== spent) setSpent(undefined)
  return { scale, grams: steady === spent ? undefined : steady, spend: () => setSpent(steady) }
}
