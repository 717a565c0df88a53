import { useEffect, useState } from 'react'

/** An address for a picture that is shown, as long as it is shown. Nothing until the first effect. */
export function useObjectUrl(file: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    // oxlint-disable-next-line react/set-state-in-effect -- the object URL must be revoked when the file changes
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
