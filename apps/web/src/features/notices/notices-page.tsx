import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bell, CheckCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { attentionQuery } from '../../attention/attention-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { loadingOf } from '../../ui/lists/query-state.ts'
import { TableState } from '../../ui/lists/table-state.tsx'
import { Page } from '../../ui/page.tsx'
import { ChoicesCard } from './choices-card.tsx'
import { NoticeList } from './notice-list.tsx'
import { noticesQuery, useReadNotices } from './notice-queries.ts'
import css from './notices.module.css'
import { eachOnce } from '../../ui/lists/list-pages.ts'

const ROW_HEIGHT = 60

/** What the user was notified of in the last 90 days, and what they are to be notified of. */
export function Component() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const state = query.get('state') === 'new' ? 'new' : undefined
  const list = useInfiniteQuery(noticesQuery(state))
  const { data: attention } = useQuery(attentionQuery())
  const read = useReadNotices()
  const notices = list.data && eachOnce(list.data.pages.flatMap(({ data }) => data))
  const listed = list.data?.pages[0]?.unread
  const unread = attention?.unread_notices ?? listed ?? 0
  useNewer(list.refetch, unread, listed)
  const [newest] = notices ?? []
  return (
    <Page
      title={t('page.notices')}
      isWide
      aside={
        <div className={css.head}>
          <Choice<'all' | 'new'>
            label={t('notices.shown')}
            name="shown"
            look="segments"
            value={state ?? 'all'}
            // at once: two presses of an arrow are two changes
            onChange={(shown) => setQuery(shown === 'new' ? { state: shown } : {}, { flushSync: true })}
            options={[
              { value: 'all', label: t('notices.all') },
              { value: 'new', label: t('notices.new_count', { count: unread }) },
            ]}
          />
          <Button
            variant="quiet"
            icon={CheckCheck}
            isDisabled={unread === 0 || newest === undefined}
            onPress={() => newest && read.mutate({ until: newest.created_at })}
          >
            {t('notices.read_all')}
          </Button>
        </div>
      }
    >
      <div className={css.columns}>
        <Card isFlush>
          <TableState
            rows={notices}
            label={t('page.notices')}
            {...loadingOf(list)}
            empty={
              <EmptyState icon={Bell} title={t(state ? 'notices.none_new' : 'notices.none')}>
                <p>{t('notices.kept')}</p>
              </EmptyState>
            }
            columns={3}
            rowHeight={ROW_HEIGHT}
          />
          <NoticeList
            notices={notices ?? []}
            onOpen={({ id, read: wasRead }) => wasRead || read.mutate({ ids: [id] })}
          />
          {list.hasNextPage && (
            <div className={css.more}>
              <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
                {t('notices.older')}
              </Button>
            </div>
          )}
        </Card>
        <ChoicesCard />
      </div>
    </Page>
  )
}

/** Loads the list again when the bell counts more than the list had. */
function useNewer(refetch: () => Promise<unknown>, unread: number, listed: number | undefined): void {
  useEffect(() => {
    if (listed !== undefined && unread > listed) void refetch()
  }, [refetch, unread, listed])
}
