import { useEffect, useSyncExternalStore } from 'react'

/** The shipments and batches whose purchase or print a part of the page shows, so that the notice leaves them out. */
let shown: readonly string[] = []
const listeners = new Set<() => void>()

function change(next: readonly string[]): void {
  shown = next
  listeners.forEach((listener) => listener())
}

/** While mounted with an id, this part shows the shipment or the batch. */
export function useShowsShipment(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return
    change([...shown, id])
    return () => change(shown.toSpliced(shown.indexOf(id), 1))
  }, [id])
}

export const useShownShipments = (): readonly string[] => useSyncExternalStore(watch, () => shown)

function watch(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
