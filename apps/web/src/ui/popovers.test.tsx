import { screen } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import { show } from '../testing/show.tsx'
import { Button } from './button.tsx'
import { ComboBox } from './combo-box.tsx'
import { Menu } from './menu.tsx'
import { Select } from './select.tsx'

const OPTIONS = [{ value: 'a', label: 'A' }]

it.each([
  ['menu', 6, <Menu key="m" label="Acts" trigger={<Button>Open</Button>} acts={[]} />],
  ['select', 4, <Select key="s" name="s" label="Kind" value="a" onChange={() => {}} options={OPTIONS} />],
  [
    'combo box',
    4,
    <ComboBox
      key="c"
      name="c"
      label="Kind"
      value=""
      onChange={() => {}}
      options={OPTIONS}
      find={() => OPTIONS}
      noMatch={() => ''}
    />,
  ],
] as const)('the list of a %s stands %i pixels from what opens it', async (what, pixels, elements) => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 20))
  const user = show(elements)
  await user.click(screen.getByRole('button'))
  const list = await screen.findByRole(what === 'menu' ? 'menu' : 'listbox')
  expect(list.closest('[style]')).toHaveStyle({ top: `${20 + pixels}px` })
})
