import { listedPages } from './module-access.ts'
import { useMayOpen } from './use-may-open.ts'
import { useUser } from './use-session.ts'

/** The pages that the user may open and the navigation lists, in its order. */
export function useListedPages() {
  const { plan } = useUser()
  const mayOpen = useMayOpen()
  return listedPages(plan).filter(({ name }) => mayOpen(name))
}
