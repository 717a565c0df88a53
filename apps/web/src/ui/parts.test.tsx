import { screen } from '@testing-library/dom'
import { Printer } from 'lucide-react'
import { expect, it, vi } from 'vitest'
import { toPence } from '@postroom/domain/money'
import { show } from '../testing/show.tsx'
import { Badge } from './badge.tsx'
import { Button, IconButton, LinkButton } from './button.tsx'
import { Card } from './card.tsx'
import { classNames } from './class-names.ts'
import { EmptyState } from './empty-state.tsx'
import { FieldGrid, WholeRow } from './field-grid.tsx'
import { formatPounds } from './format-pence.ts'
import { Icon } from './icon.tsx'
import { Money } from './money.tsx'
import { Notice } from './notice.tsx'
import { Progress, Spinner } from './progress.tsx'
import { StatusDot } from './status-dot.tsx'

const icons = () => document.querySelectorAll('svg')

it.each([
  ['tiny', '14'],
  ['small', '16'],
  ['text', '18'],
  ['large', '24'],
  ['picture', '56'],
] as const)('draws a %s icon %s pixels wide, hidden from screen readers', (size, pixels) => {
  show(<Icon of={Printer} size={size} />)
  const [icon] = icons()
  expect(icon).toHaveAttribute('width', pixels)
  expect(icon).toHaveAttribute('stroke-width', '1.7')
  expect(icon).toHaveAttribute('aria-hidden', 'true')
})

it('shows an icon beside text in the size of text', () => {
  show(<Icon of={Printer} />)
  expect(icons()[0]).toHaveAttribute('width', '18')
})

it('a button shows its label, and icon and shortcut only when it has them', () => {
  show(<Button>Buy</Button>)
  const button = screen.getByRole('button')
  expect(button).toHaveTextContent(/^Buy$/)
  expect(button.children).toHaveLength(1)
  const secondary = button.className
  show(
    <Button icon={Printer} shortcut="Ctrl ↵" isWide>
      Buy
    </Button>,
  )
  const wide = screen.getByRole('button', { name: 'Buy' })
  expect(wide).toHaveTextContent('BuyCtrl ↵')
  expect(icons()).toHaveLength(1)
  expect(wide.className).not.toBe(secondary)
})

it('a pending button keeps its label, shows a spinner in place of its icon, and ignores presses', async () => {
  const press = vi.fn<() => void>()
  const button = (isPending: boolean) => (
    <Button icon={Printer} isPending={isPending} onPress={press}>
      Print
    </Button>
  )
  const user = show(button(false))
  await user.click(screen.getByRole('button'))
  expect(press).toHaveBeenCalledOnce()
  expect(screen.queryByRole('progressbar')).toBeNull()
  show(button(true))
  await user.click(screen.getByRole('button'))
  expect(press).toHaveBeenCalledOnce()
  expect(screen.getByRole('button')).toHaveTextContent('Print')
  // as large as the icon, so that the label does not move
  expect(screen.getByRole('progressbar').querySelector('svg')).toHaveAttribute('width', '18')
  expect(icons()).toHaveLength(1)
})

it('an icon button is named by its label, and a link button is a link', async () => {
  const press = vi.fn<() => void>()
  const user = show(
    <>
      <IconButton icon={Printer} label="Print" onPress={press} />
      <LinkButton href="/app/home">Home</LinkButton>
      <LinkButton href="/app/printers" icon={Printer} isWide>
        Printers
      </LinkButton>
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(press).toHaveBeenCalledOnce()
  const [home, printers] = screen.getAllByRole('link')
  expect(home).toHaveAttribute('href', '/app/home')
  expect(home?.querySelector('svg')).toBeNull()
  expect(printers?.querySelector('svg')).toBeVisible()
  expect(home?.className).not.toBe(printers?.className)
})

it('a card is a region named by its title, with note and action only when given', () => {
  show(<Card title="Balance">£5</Card>)
  const region = screen.getByRole('region', { name: 'Balance' })
  expect(region).toHaveTextContent('Balance£5')
  expect(region.querySelector('header')?.children).toHaveLength(1)
  const plain = region.className
  show(
    <Card title="Balance" note="now" action="Top up" isRaised isFlush>
      £5
    </Card>,
  )
  expect(screen.getByRole('region').textContent).toBe('BalancenowTop up£5')
  expect(screen.getByRole('region').className).not.toBe(plain)
  show(<Card>£5</Card>)
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.querySelector('header')).toBeNull()
})

it('raised and flush cards look different from each other and from a plain one', () => {
  show(
    <>
      <Card title="plain">-</Card>
      <Card title="raised" isRaised>
        -
      </Card>
      <Card title="flush" isFlush>
        -
      </Card>
    </>,
  )
  const looks = ['plain', 'raised', 'flush'].map((name) => screen.getByRole('region', { name }).className)
  expect(new Set(looks).size).toBe(3)
})

it.each([
  ['error', true, 'alert'],
  ['warn', true, 'status'],
  ['error', false, null],
] as const)('a notice of tone %s, live: %s, has the role %s', (tone, isLive, role) => {
  show(
    <Notice tone={tone} isLive={isLive}>
      Failed
    </Notice>,
  )
  const notice = screen.getByText('Failed').parentElement
  expect(notice?.getAttribute('role') ?? null).toBe(role)
  expect(notice?.children).toHaveLength(2)
  expect(screen.getByText('Failed').querySelector('p')).toBeNull()
})

it('a notice is silent unless it is live, and shows title and action when given', () => {
  show(<Notice title="Nothing was bought" action={<button type="button">Again</button>} />)
  const notice = screen.getByText('Nothing was bought').closest('div')?.parentElement
  expect(notice).not.toHaveAttribute('role')
  expect(screen.getByRole('button', { name: 'Again' })).toBeVisible()
})

it('an empty state shows its title, and text and action when given', () => {
  show(<EmptyState icon={Printer} title="Nothing yet" />)
  const title = screen.getByText('Nothing yet')
  expect(title.parentElement?.children).toHaveLength(2)
  expect(icons()[0]).toHaveAttribute('width', '24')
  show(
    <EmptyState icon={Printer} title="Nothing yet" action={<a href="/x">Begin</a>}>
      Send something.
    </EmptyState>,
  )
  expect(screen.getByText('Send something.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Begin' })).toBeVisible()
})

it('a progress bar reports its percentage, or none while the length is unknown', () => {
  show(<Progress label="Printing" percent={25} />)
  const bar = screen.getByRole('progressbar', { name: 'Printing' })
  expect(bar).toHaveAttribute('aria-valuenow', '25')
  expect(bar.querySelector('[style]')).toHaveStyle({ width: '25%' })
  expect(screen.getByText('Printing')).toBeVisible()
  show(<Progress label="Printing" />)
  expect(screen.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow')
  expect(document.querySelector('[style*=width]')).toBeNull()
})

it('a spinner says what is loading, or that it works', () => {
  show(
    <>
      <Spinner />
      <Spinner label="Loading your shipments" size={28} />
    </>,
  )
  const spinners = screen.getAllByRole('progressbar')
  expect(spinners.map((spinner) => spinner.getAttribute('aria-label'))).toEqual(['Working', 'Loading your shipments'])
  expect(spinners.map((spinner) => spinner.querySelector('svg')?.getAttribute('width'))).toEqual(['20', '28'])
  for (const spinner of spinners) expect(spinner).not.toHaveAttribute('aria-valuenow')
})

it('shows badges, states, amounts and rows of fields as text', () => {
  show(
    <FieldGrid>
      <WholeRow>
        <Badge>Printed</Badge>
        <StatusDot tone="good">Connected</StatusDot>
        <Money pence={toPence(123_450)} />
      </WholeRow>
    </FieldGrid>,
  )
  for (const text of ['Printed', 'Connected', '£1,234.50']) expect(screen.getByText(text)).toBeVisible()
})

it('joins class names and leaves out missing ones', () => {
  expect(classNames('tile', false, undefined, 'wide')).toBe('tile wide')
})

it('writes whole pounds without pence', () => {
  expect(formatPounds(1000, 'en-GB')).toBe('£1,000')
})
