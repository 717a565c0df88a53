import type { SavedAddress } from '@postroom/contract/address-book'
import { useMemo, useState } from 'react'
import { guessMapping, remap, type ColumnField, type Mapping } from './columns.ts'
import type { AddressFile } from './read-file.ts'
import { readRow, rowsFromBook, rowsOf, type Typed } from './rows.ts'

/** Where the rows come from. */
type Source =
  | { from: 'file'; file: AddressFile; mapping: Mapping }
  | { from: 'book'; tag: string; addresses: readonly SavedAddress[] }

/** The addressees of a mailing: their source, and what was corrected in them. */
export function useRows() {
  const [source, setSource] = useState<Source>()
  const [corrections, setCorrections] = useState<Readonly<Record<string, Typed>>>({})
  const rows = useMemo(() => {
    if (!source) return []
    const given = source.from === 'file' ? rowsOf(source.file, source.mapping) : rowsFromBook(source.addresses)
    return given.map((row) => readRow({ ...row, typed: { ...row.typed, ...corrections[row.id] } }))
  }, [source, corrections])
  const start = (from: Source) => {
    setSource(from)
    setCorrections({})
  }
  return {
    source,
    rows,
    ready: useMemo(() => rows.filter(({ problems }) => problems.length === 0), [rows]),
    takeFile: (file: AddressFile) => start({ from: 'file', file, mapping: guessMapping(file.heads) }),
    takeAddresses: (tag: string, addresses: readonly SavedAddress[]) => start({ from: 'book', tag, addresses }),
    setColumn: (column: number, field: ColumnField | undefined) =>
      setSource((now) => (now?.from === 'file' ? { ...now, mapping: remap(now.mapping, column, field) } : now)),
    correct: (id: string, field: ColumnField, text: string) =>
      setCorrections((now) => ({ ...now, [id]: { ...now[id], [field]: text } })),
    startAgain: () => setSource(undefined),
  }
}
export type Rows = ReturnType<typeof useRows>
