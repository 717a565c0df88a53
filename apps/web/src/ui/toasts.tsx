import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { dismissToast, openToast, TOAST_MS, watchToasts, type Toast } from './toast-queue.ts'
import css from './toasts.module.css'

const ICONS = { info: Info, good: CircleCheck, warn: TriangleAlert, error: CircleAlert }

/** Shows the queued toasts; rendered once. Call `showToast` from anywhere. */
export function Toasts() {
  const toast = useSyncExternalStore(watchToasts, openToast)
  // both live regions stay in the page: screen readers announce changes only in regions they already know
  return (
    <div className={css.place}>
      <div role="alert">{toast?.tone === 'error' && <OpenToast key={toast.text} toast={toast} />}</div>
      <output>{toast && toast.tone !== 'error' && <OpenToast key={toast.text} toast={toast} />}</output>
    </div>
  )
}

function OpenToast({ toast }: { toast: Toast }) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  const left = useRef(TOAST_MS)
  useEffect(() => {
    if (isHeld) return undefined
    const since = performance.now()
    const timer = setTimeout(() => dismissToast(toast), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [isHeld, toast])

  return (
    <button
      type="button"
      className={classNames(css.toast, css[toast.tone])}
      // a live region does not say a title
      title={t('common.dismiss')}
      onClick={() => dismissToast(toast)}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={ICONS[toast.tone]} />
      <span className={css.text}>{toast.text}</span>
      <Icon of={X} size="small" />
    </button>
  )
}
