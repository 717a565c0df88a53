import type { ListedAddress } from '@postroom/contract/address-book'
import { companyOrPerson } from '@postroom/domain/catalogue/addressed-name'
import { Plus, Upload } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/lists/data-table.tsx'
import { WithDrawer } from '../../ui/lists/drawer.tsx'
import { UndoBar } from '../../ui/lists/undo-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { addressColumns, twoLines } from './address-columns.tsx'
import { AddressDrawer } from './address-drawer.tsx'
import { AddressFilters } from './address-filters.tsx'
import { AddressbookDialogs, type BookDialog } from './addressbook-dialogs.tsx'
import css from './addressbook.module.css'
import { ExportButton } from './export-button.tsx'
import { NoAddresses } from './no-addresses.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { NO_FILTER, useAddressBook } from './use-address-book.ts'
import type { Unsaved } from './use-address-form.ts'
import { useDeletion } from './use-deletion.ts'

/** The drawer of an address that is not in the book yet. */
const NEW = 'new'
const NONE: ReadonlySet<string> = new Set()
/** More are too many to compare in a dialog. */
const MOST_MERGED = 20

/** The address book: the list, and one address beside it. @see spec §2, §3 'Address' */
export function Component() {
  const { t, i18n } = useTranslation()
  const book = useAddressBook()
  const [open, setOpen] = useState<string>()
  const [dialog, setDialog] = useState<BookDialog>()
  const [selected, setSelected] = useState(NONE)
  const [unsaved] = useState<Unsaved>(() => new Map())
  const table = useRef<HTMLTableElement>(null)
  const lastOpen = useRef<string>(undefined)
  /** What opened the drawer of a new address. */
  const opener = useRef<HTMLElement>(null)
  const columns = useMemo(() => addressColumns(t, i18n.language), [t, i18n.language])
  const lines = useMemo(() => twoLines(t, i18n.language), [t, i18n.language])
  const address = book.rows?.find(({ id }) => id === open)
  const chosen = book.rows?.filter(({ id }) => selected.has(id)) ?? []
  const toList = () => setOpen(undefined)
  const openNew = () => {
    opener.current = document.activeElement as HTMLElement
    setOpen(NEW)
  }
  useEffect(() => {
    // the focus goes back to the row whose drawer was closed, or to the button
    const isInList = table.current?.contains(document.activeElement)
    const from = lastOpen.current === NEW ? opener.current : table.current
    if (open === undefined && lastOpen.current !== undefined && !isInList) from?.focus()
    lastOpen.current = open
  }, [open])
  const deletion = useDeletion(() => {
    setSelected(NONE)
    toList()
  })
  const merged = (ids: string[], name: string) => {
    deletion.merged(ids, name)
    setDialog(undefined)
    setSelected(NONE)
  }
  const drawer = (address || open === NEW) && (
    <AddressDrawer
      key={open}
      address={address}
      unsaved={unsaved}
      knownTags={book.counts?.tags.map(({ tag }) => tag) ?? []}
      onClose={toList}
      onSaved={toList}
      onDelete={() => address && deletion.remove([address])}
      onMerge={() => setDialog('merge_twice')}
    />
  )
  return (
    <Page
      title={t('page.addressbook')}
      isWide
      aside={
        <div className={css.acts}>
          <Button icon={Upload} onPress={() => setDialog('import')}>
            {t('addressbook.import')}
          </Button>
          <ExportButton />
          <Button icon={Plus} onPress={openNew}>
            {t('addressbook.new')}
          </Button>
        </div>
      }
    >
      <WithDrawer drawer={drawer} onClose={toList}>
        <DataTable<ListedAddress>
          ref={table}
          label={t('page.addressbook')}
          columns={columns}
          rows={book.rows}
          nameOf={companyOrPerson}
          lines={lines}
          sort={book.order}
          onSort={book.sortBy}
          selected={selected}
          onSelect={setSelected}
          current={address?.id}
          onOpen={setOpen}
          onFocusRow={(id) => address && setOpen(id)}
          onNearEnd={book.loadMore}
          isLoading={book.isLoading}
          failure={book.failure}
          above={
            <>
              <AddressFilters filter={book.filter} onChange={book.setFilter} counts={book.counts} />
              <SelectionBar
                count={chosen.length}
                ofTotal={chosen.length === book.rows?.length ? book.unloaded : undefined}
                onTag={() => setDialog('tag')}
                onMerge={chosen.length > 1 && chosen.length <= MOST_MERGED ? () => setDialog('merge') : undefined}
                onDelete={() => deletion.remove(chosen)}
                onClear={() => setSelected(NONE)}
              />
              <UndoBar {...deletion.undo} />
            </>
          }
          empty={<NoAddresses filter={book.filter} onReset={() => book.setFilter(NO_FILTER)} onNew={openNew} />}
          foot={book.total !== undefined && t('addressbook.found', { count: book.total })}
        />
      </WithDrawer>
      <AddressbookDialogs
        open={dialog}
        chosen={chosen}
        address={address}
        onClose={() => setDialog(undefined)}
        onMerged={merged}
      />
    </Page>
  )
}
