import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languageOf } from '../i18n.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { TextField } from '../ui/text-field.tsx'
import { helpQuery, topicsFound } from './help-queries.ts'
import css from './help.module.css'
import { TOPIC_NAMES, TOPICS, type HelpTexts, type TopicName } from './topics.ts'

interface Props {
  /** Undefined: the list of all. */
  topic: TopicName | undefined
  onTopic: (topic: TopicName | undefined) => void
}

/** The help: a search, and one topic or the list of those that are found. */
export function HelpPanel({ topic, onTopic }: Props) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState('')
  const { data, isError, refetch } = useQuery(helpQuery(languageOf(i18n.language)))
  const open = (name: TopicName | undefined) => {
    setTyped('')
    onTopic(name)
  }
  if (isError)
    return (
      <Notice tone="error" isLive action={<Button onPress={() => void refetch()}>{t('common.try_again')}</Button>}>
        {t('common.could_not_load')}
      </Notice>
    )
  if (!data) return <Progress label={t('common.loading')} />
  return (
    <div className={css.panel}>
      <TextField name="help-search" label={t('help.search')} value={typed} onChange={setTyped} maxLength={100} />
      {typed.trim() !== '' ? (
        <Found texts={data} typed={typed} onTopic={open} />
      ) : topic ? (
        <TopicText key={topic} texts={data} name={topic} onTopic={open} />
      ) : (
        <Topics title={t('help.topics')} names={TOPIC_NAMES} texts={data} onTopic={open} />
      )}
    </div>
  )
}

interface Listed {
  texts: HelpTexts
  onTopic: (topic: TopicName | undefined) => void
}

function Found({ texts, typed, onTopic }: Listed & { typed: string }) {
  const { t } = useTranslation()
  const names = topicsFound(texts, typed)
  return (
    <>
      <output className={css.note}>{t('search.found', { count: names.length })}</output>
      {names.length > 0 && <Topics title={t('search.results')} names={names} texts={texts} onTopic={onTopic} />}
    </>
  )
}

function Topics({ title, names, texts, onTopic }: Listed & { title: string; names: readonly TopicName[] }) {
  return (
    <section className={css.section}>
      <h2>{title}</h2>
      <ul className={css.topics}>
        {names.map((name) => (
          <li key={name}>
            <button type="button" className={css.topic} onClick={() => onTopic(name)}>
              {texts[name].title}
            </button>
            <p className={css.note}>{texts[name].note}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One topic. Its heading gets the focus. */
function TopicText({ texts, name, onTopic }: Listed & { name: TopicName }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { title, note, steps, facts } = texts[name]
  return (
    <article className={css.text}>
      <header>
        <h2 ref={heading} tabIndex={-1} className={css.title}>
          {title}
        </h2>
        <p className={css.note}>{note}</p>
      </header>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {facts.map((fact) => (
        <section key={fact.title} className={css.section}>
          <h3>{fact.title}</h3>
          <p>{fact.text}</p>
        </section>
      ))}
      <section className={css.section}>
        <h3>{t('help.also')}</h3>
        <ul className={css.also}>
          {TOPICS[name].also.map((other) => (
            <li key={other}>
              <button type="button" className={css.topic} onClick={() => onTopic(other)}>
                {texts[other].title}
              </button>
            </li>
          ))}
          <li>
            <button type="button" className={css.topic} onClick={() => onTopic(undefined)}>
              {t('help.all')}
            </button>
          </li>
        </ul>
      </section>
    </article>
  )
}
