import { LifeBuoy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import { href, PAGE_NAMES, PAGES } from '../pages.ts'
import { Keys } from '../shortcuts/keys.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Drawer } from '../ui/lists/drawer.tsx'
import { HelpPanel } from './help-panel.tsx'
import css from './help.module.css'
import { topicOf, type TopicName } from './topics.ts'

/** The help beside the open page, which stays in use. It begins with the topic of that page; the focus returns when it closes. */
export function HelpDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return isOpen ? <Open onClose={onClose} /> : null
}

function Open({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const beside = useRef<HTMLDivElement>(null)
  const page = useMatches().at(-1)?.handle
  const [topic, setTopic] = useState<TopicName | undefined>(() =>
    topicOf(PAGE_NAMES.find((name) => PAGES[name] === page)),
  )
  useFocusBack(beside)
  return (
    <div ref={beside} className={css.beside} tabIndex={-1}>
      <Drawer
        title={t('help.title')}
        action={
          <LinkButton variant="quiet" icon={LifeBuoy} href={href('help', topic && { topic })} onPress={onClose}>
            {t('help.whole_page')}
          </LinkButton>
        }
        foot={
          <p className={css.foot} aria-hidden="true">
            <Keys of="help" /> {t('help.closes')}
          </p>
        }
        onClose={onClose}
      >
        <HelpPanel topic={topic} onTopic={setTopic} />
      </Drawer>
    </div>
  )
}

/** Takes the focus while it is open; the heading of a topic takes it from there. Gives it back to what had it before. */
function useFocusBack(beside: { current: HTMLElement | null }): void {
  // read before the heading of a topic that is loaded takes the focus
  const [before] = useState(() => document.activeElement)
  useEffect(() => {
    const own = beside.current
    if (!own?.contains(document.activeElement)) own?.focus()
    return () => {
      const isInside = own?.contains(document.activeElement) || document.activeElement === document.body
      if (isInside && before instanceof HTMLElement) before.focus()
    }
  }, [beside, before])
}
