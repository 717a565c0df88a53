import { deleteDraft, listDrafts, type Draft } from '@postroom/contract/draft'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { draftSaver, type DraftContent, type DraftSaver } from './draft-saver.ts'
import { useIsReturning } from './use-is-returning.ts'

const draftsQuery = (form: string) =>
  queryOptions({
    queryKey: ['drafts', form],
    queryFn: ({ signal }) => call(listDrafts, { query: { form } }, { signal }),
    // read once, when the form opens
    staleTime: Infinity,
    gcTime: 0,
    meta: { isQuiet: true },
  })

/** A draft that the user may restore. */
export interface DraftOffer {
  draft: Draft
  /** When it was offered. */
  now: Date
  restore: () => void
  discard: () => void
}

/**
 * Keeps what is typed into a form as a draft on the server. After a reload, going back or signing in again a tab goes on
 * with its own draft. Otherwise the newest draft is offered, and the form stays as it is. Each tab has a draft of its
 * own, so that two tabs never overwrite each other.
 *
 * @param content what is worth keeping now; undefined deletes the draft
 * @param restore puts the values of a draft into the form
 */
export function useDraft(
  form: string,
  content: DraftContent | undefined,
  restore: (values: unknown) => void,
): DraftOffer | undefined {
  const isReturning = useIsReturning(form)
  const found = useQuery(draftsQuery(form))
  const [settled, setSettled] = useState<readonly string[]>([])
  /** The id under which this tab saves, once it is known. */
  const [own, setOwn] = useState<string>()
  const saver = useRef<DraftSaver>(undefined)
  const latest = useRef({ content, restore })
  useEffect(() => {
    latest.current = { content, restore }
    saver.current?.keep(content)
  })

  useEffect(() => {
    if (saver.current || found.isPending) return
    const earlier = found.data?.data.find(({ id }) => id === idOfTab(form))
    // what was typed while the drafts were read is not replaced
    const goesOn = earlier && isReturning && latest.current.content === undefined
    const id = goesOn ? earlier.id : newIdOfTab(form)
    saver.current = draftSaver(form, id, goesOn ? earlier : undefined)
    setOwn(id)
    if (goesOn) latest.current.restore(earlier.values)
  }, [found.isPending, found.data, form, isReturning])

  useEffect(() => {
    const flush = () => void saver.current?.flush()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  const draft = found.data?.data.find(({ id }) => !settled.includes(id) && id !== own)
  if (!draft || own === undefined) return undefined
  const settle = () => setSettled([...settled, draft.id])
  const remove = () => void call(deleteDraft, { params: { draft: draft.id } }).catch(() => undefined)
  return {
    draft,
    now: new Date(found.dataUpdatedAt),
    restore: () => {
      settle()
      restore(draft.values)
      saver.current?.keep(draft)
      void saver.current?.flush().then(remove)
    },
    discard: () => {
      settle()
      remove()
    },
  }
}

/** The draft of a tab is known by an id only: addresses are never stored in the browser. */
const keyOf = (form: string): string => `postroom.draft.${form}`
const idOfTab = (form: string): string | null => sessionStorage.getItem(keyOf(form))

function newIdOfTab(form: string): string {
  const id = crypto.randomUUID()
  sessionStorage.setItem(keyOf(form), id)
  return id
}
