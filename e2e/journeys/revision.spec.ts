import type { Page } from '@playwright/test'
import { expect, type Member, test } from '../fixtures.ts'
import { expectAccessible, toast } from '../pages/app.ts'
import { makeSala } from '../sala.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

/** A story of hers that waits. @returns its id */
async function submitHistoria(member: Member, titulo: string): Promise<string> {
  const { error } = await member.client
    .from('historias')
    .insert({ titulo, contenido: 'Me fui un martes.', anonima: true })
  expect(error).toBeNull()
  const { data } = await member.client.from('historias').select('id').eq('titulo', titulo).single()
  return data!.id
}

const row = (page: Page, id: string) => page.locator(`#cosa-${id}`)

/** Points at it, wherever in the list it stands, and takes it by its key. */
async function takeByKey(page: Page, id: string): Promise<void> {
  await row(page, id).locator('[data-lugar]').focus()
  await page.keyboard.press('t')
  await expect(row(page, id).getByRole('heading')).toBeVisible()
}

/**
 * What is taken stays on its way until the test lets it come. @returns how it does, once it was asked for
 */
async function holdWords(page: Page): Promise<() => Promise<void>> {
  const asked: (() => void)[] = []
  await page.route('**/rest/v1/rpc/tomar', async (route) => {
    await new Promise<void>((resolve) => {
      asked.push(resolve)
    })
    await route.continue()
  })
  return async () => {
    await expect.poll(() => asked.length).toBe(1)
    asked.pop()!()
  }
}

/** Presses a key in the moment in which words are drawn, before the browser does anything else. @returns how often it was */
async function pressAsWordsArrive(page: Page, key: string): Promise<() => Promise<number>> {
  const pressed = await page.evaluateHandle((pressedKey) => {
    const drawn = new WeakSet<Element>()
    const count = { times: 0 }
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('[id^=cosa-] h3')) {
        if (drawn.has(heading)) continue
        drawn.add(heading)
        count.times += 1
        const at = document.activeElement ?? document.body
        at.dispatchEvent(new KeyboardEvent('keydown', { key: pressedKey, bubbles: true, cancelable: true }))
      }
    }).observe(document.body, { childList: true, subtree: true })
    return count
  }, key)
  return () => pressed.evaluate(({ times }) => times)
}

test('by keyboard a story is taken, decided on with words that outlive a reload, and taken back; a second volunteer is told who has it', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const [ana, eva] = [await makeMember({ username: 'Ana Callada' }), await makeMember()]
  const invited = await admin.client
    .from('convocatorias')
    .insert({ correo: eva.email, papel: 'moderadora' })
    .select('id')
    .single()
  expect((await eva.client.rpc('aceptar_convocatoria', { cual: invited.data!.id })).error).toBeNull()
  const id = await submitHistoria(ana, `La puerta ${crypto.randomUUID().slice(0, 8)}`)
  const other = { clase: 'historia', cosa: id }

  await signIn(page, admin, '/admin/revision')
  await expect(row(page, id).getByText('Historia por leer')).toBeVisible()
  // Nothing of it has arrived before she asks.
  await expect(row(page, id).getByText('Me fui un martes.')).toHaveCount(0)
  await takeByKey(page, id)
  await expect(row(page, id).getByText('Me fui un martes.')).toBeVisible()
  await expect(page.getByText('Ana Callada')).toHaveCount(0)
  await expectAccessible(page)
  const refused = await eva.client.rpc('tomar', other)
  expect(refused.error).toMatchObject({ code: 'PT409' })
  expect(refused.error!.message).toContain('Lo tiene otra persona del equipo')

  await page.keyboard.press('r')
  await page.keyboard.type('Quita el nombre de la calle.')
  const words = row(page, id).getByLabel('Palabras para ella')
  await expect(words).toHaveValue('Quita el nombre de la calle.')
  // Meanwhile what she typed is sealed and kept.
  await expectAccessible(page)
  await page.reload()
  await takeByKey(page, id)
  await page.keyboard.press('r')
  await expect(words).toHaveValue('Quita el nombre de la calle.')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Historia no publicada')).toBeVisible()
  await expect(row(page, id)).toHaveCount(0)
  const told = async () => (await ana.client.from('historias').select('estado, motivo').eq('id', id)).data
  expect(await told()).toEqual([{ estado: 'rechazada', motivo: 'Quita el nombre de la calle.' }])
  const late = await eva.client.rpc('decidir', {
    ...{ ...other, version: '1', que: 'publicar', razon: 'adecuada' },
  })
  expect(late.error!.message).toBe('Otra persona del equipo ya decidió: no se publicó.')

  await page.keyboard.press('u')
  await expect(toast(page, 'Decisión deshecha: vuelve a esperar')).toBeVisible()
  expect(await told()).toEqual([{ estado: 'pendiente', motivo: null }])
  expect((await eva.client.rpc('tomar', other)).error).toBeNull()
  await expect(row(page, id).getByText('Lo tiene otra persona del equipo')).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Teclas' })).toBeVisible()
  await admin.client.from('integrantes').delete().eq('user_id', eva.id)
})

test('what was reported is on screen and marked, and among what she decided she finds the one that she means', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const [ana, eva] = [await makeMember(), await makeMember()]
  const { id: sala } = await makeSala(admin)
  const write = async (contenido: string) =>
    (
      await ana.client
        .from('mensajes_sala')
        .insert({ sala_id: sala, user_id: ana.id, contenido })
        .select('id')
        .single()
    ).data!.id as string
  for (const contenido of ['Hola', 'Hoy no fui', 'Mañana quizá', 'Ya veremos']) await write(contenido)
  const words = `Vive en la casa azul ${crypto.randomUUID().slice(0, 8)}`
  const reported = await write(words)
  await eva.client.from('reportes_sala').insert({ mensaje_id: reported, motivo: 'datos' })
  const [first, second] = [crypto.randomUUID().slice(0, 8), crypto.randomUUID().slice(0, 8)]
  const ids = [await submitHistoria(ana, `Una ${first}`), await submitHistoria(ana, `Otra ${second}`)]

  await signIn(page, admin, '/admin/revision')
  await expect(row(page, ids[0]!).getByText('Espera desde hoy')).toBeVisible()
  await row(page, reported)
    .getByRole('button', { name: /^Tomar y leer/ })
    .click()
  const marked = row(page, reported).getByRole('listitem').filter({ hasText: 'Lo denunciado' })
  await expect(marked).toBeInViewport({ ratio: 1 })
  await expect(marked).toBeFocused()
  const edge = (text: string) =>
    row(page, reported)
      .getByRole('listitem')
      .filter({ hasText: text })
      .evaluate((bubble) => getComputedStyle(bubble).borderTopColor)
  expect(await edge(words)).not.toBe(await edge('Mañana quizá'))
  await page.keyboard.press('r')
  // As it was reported.
  await expect(row(page, reported).getByLabel('Razón')).toHaveValue('datos')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, reported)).toHaveCount(0)
  for (const id of ids) {
    await row(page, id).locator('[data-lugar]').focus()
    await page.keyboard.press('t')
    await expect(row(page, id).getByRole('heading')).toBeFocused()
    await page.keyboard.press('a')
    await expect(row(page, id)).toHaveCount(0)
  }

  await page.getByRole('button', { name: 'Decidido en el último día' }).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: words }).getByText('Datos personales de alguien'),
  ).toBeVisible()
  await page
    .getByRole('button', { name: new RegExp(`^Deshacer: Historia publicada, «Una ${first}»`) })
    .click()
  await expect(row(page, ids[0]!)).toBeVisible()
  await expect(row(page, ids[1]!)).toHaveCount(0)
})

test('what is not read yet is decided by no key; a key in the moment in which its words arrive is not lost', async ({
  page,
  admin,
  makeMember,
  signIn,
}) => {
  const [ana, eva] = [await makeMember(), await makeMember()]
  const { id: sala } = await makeSala(admin)
  const written = await ana.client
    .from('mensajes_sala')
    .insert({ sala_id: sala, user_id: ana.id, contenido: 'Te voy a encontrar' })
    .select('id')
    .single()
  const id = await submitHistoria(ana, `Por leer ${crypto.randomUUID().slice(0, 8)}`)
  const state = async () =>
    (await ana.client.from('historias').select('estado').eq('id', id).single()).data!.estado
  const bring = await holdWords(page)
  await signIn(page, admin, '/admin/revision')
  await row(page, id).locator('[data-lugar]').focus()
  await page.keyboard.press('t')
  for (const key of ['a', 'r', 's', 'u']) await page.keyboard.press(key)
  await expect(row(page, id).getByRole('heading')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Palabras para ella' })).toHaveCount(0)
  expect(await state()).toBe('pendiente')
  // And the list moves meanwhile.
  await eva.client.from('reportes_sala').insert({ mensaje_id: written.data!.id, motivo: 'peligro' })
  await expect(row(page, written.data!.id)).toBeVisible()
  const pressed = await pressAsWordsArrive(page, 'a')
  await bring()
  await expect(row(page, id)).toHaveCount(0)
  expect(await pressed()).toBe(1)
  expect(await state()).toBe('publicada')
})
