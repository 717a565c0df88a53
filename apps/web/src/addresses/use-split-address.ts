import type { PostalAddress } from '@postroom/contract/address'
import { isWholeAddress, parseAddress } from '@postroom/domain/pasting/pasted-address'
import { useState, type ClipboardEvent } from 'react'

/** What a split address replaced, and the fields it had to guess. */
interface Split {
  before: PostalAddress
  uncertain: readonly string[]
}

/** Splits a whole address, pasted or typed on one line, into its fields, which can be undone. */
export function useSplitAddress(props: {
  address: PostalAddress
  put: (address: PostalAddress) => void
  /** `isClear`: no field was guessed. */
  onSplit?: (isClear: boolean) => void
}) {
  const { address, put, onSplit } = props
  const [split, setSplit] = useState<Split>()
  const take = (text: string) => {
    const { address: found, uncertain } = parseAddress(text, address.country)
    setSplit({ before: address, uncertain })
    put(found)
    onSplit?.(uncertain.length === 0)
  }
  return {
    split,
    take,
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text')
      if (!isAddressFor(event.target, text)) return
      event.preventDefault()
      take(text)
    },
    undo: () => {
      if (split) put(split.before)
      setSplit(undefined)
    },
    forget: () => setSplit(undefined),
  }
}

/** Several lines are an address in any field; one line only where somebody is named. */
function isAddressFor(target: EventTarget, text: string): boolean {
  if (/\S\s*\n\s*\S/.test(text)) return true
  const isNamed = target instanceof HTMLInputElement && (target.id === 'who' || target.name.endsWith('.name'))
  return isNamed && isWholeAddress(text)
}
