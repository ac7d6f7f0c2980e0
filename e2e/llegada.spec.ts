import type { Page } from '@playwright/test'
import { expect, type Member } from './fixtures.ts'
import { setPin } from './pages/account.ts'
import { expectAccessible, toast } from './pages/app.ts'
import { expectNoFalseClaim, LUCIA, test } from './pages/safety.ts'

/** «¿Llegaste?»: a timer that the service keeps. */

const card = (page: Page) => page.getByRole('region', { name: '¿Llegaste?' })
const dialog = (page: Page) => page.getByRole('dialog', { name: '¿Llegaste?' })

async function llegadasOf(member: Member) {
  const { data, error } = await member.client.from('llegadas').select('*').order('creada_en')
  expect(error).toBeNull()
  return data!
}

/** One that runs, made elsewhere: on another device of hers. */
async function startElsewhere(member: Member, inMs: number, more: object = {}): Promise<string> {
  const { data, error } = await member.client.rpc('iniciar_llegada', {
    cliente_id: crypto.randomUUID(),
    destino: 'Casa de Lupe',
    nota: 'Voy en taxi',
    vence_en: new Date(Date.now() + inMs).toISOString(),
    ...more,
  })
  expect(error).toBeNull()
  return (data as { id: string }).id
}

const minutesLeft = ({ vence_en }: { vence_en: string }) => (Date.parse(vence_en) - Date.now()) / 60_000

test('«¿Llegaste?» is active once the service said so, in every room, and ends with her word', {
  tag: '@phone',
}, async ({ page, enter }) => {
  const her = await enter([LUCIA])
  await card(page).getByRole('button', { name: 'Pregúntame si llegué' }).click()
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(dialog(page).getByText('Escribe a dónde vas.')).toBeVisible()
  await dialog(page).getByLabel('¿A dónde vas?').fill('Casa de Lupe')
  await dialog(page).getByText('45 min', { exact: true }).click()
  // Nobody has accepted: she knows before she relies on it.
  await expect(dialog(page).getByText('Por ahora no le llegaría a nadie')).toBeVisible()
  await dialog(page).getByLabel('A todas las personas que aceptaron').uncheck()
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(dialog(page).getByText('Elige a alguien, o a todas.')).toBeVisible()
  await dialog(page).getByLabel('Lucía').check()
  await dialog(page).getByLabel('Una nota (opcional)').fill('Voy en taxi')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(toast(page, 'Activo')).toBeVisible()
  await expect(card(page).getByText(/^Activo hasta /)).toBeVisible()
  await expect(card(page).getByRole('timer')).toHaveText('Faltan 44 min')
  const [llegada] = await llegadasOf(her)
  expect(llegada).toMatchObject({
    destino: 'Casa de Lupe',
    nota: 'Voy en taxi',
    estado: 'activa',
    cada_h: null,
  })
  expect(llegada.contactos).toHaveLength(1)
  expect(Math.round(minutesLeft(llegada))).toBe(45)
  await expectNoFalseClaim(page)

  await card(page).getByRole('button', { name: '15 minutos más' }).click()
  await expect(toast(page, 'Tienes más tiempo')).toBeVisible()
  await expect(card(page).getByRole('timer')).toHaveText('Faltan 59 min')

  // In whichever room she is, after a reload too; where she goes stands in none of them.
  await page.goto('/diario-emocional')
  const banner = page.getByRole('link', { name: /^Activo hasta / })
  await expect(banner).toBeVisible()
  await expect(page.getByText('Casa de Lupe')).toBeHidden()
  await expectAccessible(page)
  await banner.click()
  await card(page).getByRole('button', { name: 'Ya llegué' }).click()
  await expect(toast(page, 'Listo, se apagó')).toBeVisible()
  await expect(card(page).getByText(/^Activo hasta /)).toBeHidden()
  expect(await llegadasOf(her)).toMatchObject([{ estado: 'llego', latitud: null }])
})

test.describe('without a network', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|410 \(Gone\)/] })

  test('nothing is called active; her word waits, and says so', { tag: '@phone' }, async ({
    page,
    context,
    enter,
  }) => {
    const her = await enter([LUCIA])
    await card(page).getByRole('button', { name: 'Pregúntame si llegué' }).click()
    await dialog(page).getByLabel('¿A dónde vas?').fill('Casa de Lupe')
    await context.setOffline(true)
    await dialog(page).getByRole('button', { name: 'Activar' }).click()
    await expect(
      dialog(page).getByText('No pudimos activarlo: no hay internet. Todavía no está activo.'),
    ).toBeVisible()
    await expect(page.getByText(/^Activo hasta/)).toBeHidden()
    await context.setOffline(false)
    await dialog(page).getByRole('button', { name: 'Activar' }).click()
    await expect(card(page).getByText(/^Activo hasta /)).toBeVisible()

    await context.setOffline(true)
    await card(page).getByRole('button', { name: '15 minutos más' }).click()
    await expect(toast(page, 'No cambió nada')).toContainText('Sin internet. Sigue activo como estaba.')
    await card(page).getByRole('button', { name: 'Ya llegué' }).click()
    await expect(
      card(page).getByText('Tu respuesta sale en cuanto haya internet. Hasta entonces sigue activo.'),
    ).toBeVisible()
    expect(await llegadasOf(her)).toMatchObject([{ estado: 'activa' }])
    await context.setOffline(false)
    await expect(card(page).getByText(/^Activo hasta /)).toBeHidden()
    expect(await llegadasOf(her)).toMatchObject([{ estado: 'llego' }])

    // A start whose answer is lost, and that has ended when she chooses another place: that one runs, not the one before.
    await page.route(
      '**/rpc/iniciar_llegada',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await card(page).getByRole('button', { name: 'Pregúntame si llegué' }).click()
    await dialog(page).getByLabel('¿A dónde vas?').fill('Casa de Ana')
    await dialog(page).getByRole('button', { name: 'Activar' }).click()
    await expect(dialog(page).getByText('no sabemos si se activó')).toBeVisible()
    const [, lost] = await llegadasOf(her)
    await her.client.rpc('terminar_llegada', { llegada: lost.id })
    await dialog(page).getByLabel('¿A dónde vas?').fill('El trabajo')
    await dialog(page).getByRole('button', { name: 'Activar' }).click()
    await expect(card(page).getByText('El trabajo')).toBeVisible()
    expect((await llegadasOf(her)).map(({ destino, estado }) => [destino, estado])).toEqual([
      ['Casa de Lupe', 'llego'],
      ['Casa de Ana', 'llego'],
      ['El trabajo', 'activa'],
    ])
  })
})

test('another device of hers shows it live, and a check through the night asks again', {
  tag: '@phone',
}, async ({ page, enter }) => {
  const her = await enter([LUCIA])
  await card(page).getByRole('button', { name: 'Pregúntame si llegué' }).click()
  await dialog(page).getByText('Toda la noche', { exact: true }).click()
  await dialog(page).getByLabel('¿Dónde estás?').fill('En casa')
  await dialog(page).getByText('4 h', { exact: true }).click()
  const end = new Date(Date.now() + 10 * 3_600_000)
  await dialog(page).getByLabel('Hasta').fill(end.toTimeString().slice(0, 5))
  await dialog(page).getByRole('button', { name: 'Activar' }).click()
  await expect(card(page).getByRole('button', { name: 'Todo bien' })).toBeVisible()
  expect(await llegadasOf(her)).toMatchObject([{ cada_h: 4, destino: 'En casa' }])
  await startElsewhere(her, 4 * 60_000)
  await expect(card(page).getByText('Casa de Lupe')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^¿Todo bien\? Falta/ })).toBeVisible()
  await page.goto('/seguridad')
  await card(page).getByRole('button', { name: 'Todo bien' }).click()
  await expect(toast(page, 'Gracias por avisar')).toContainText('Te volvemos a preguntar')
  await card(page).getByRole('button', { name: 'Ya no preguntes' }).click()
  await expect(card(page).getByText('En casa')).toBeHidden()
  expect((await llegadasOf(her)).map(({ estado }) => estado)).toEqual(['cancelada', 'activa'])
})

test('with a PIN on the device, a wrong one changes nothing', { tag: '@phone' }, async ({ page, enter }) => {
  const her = await enter([LUCIA])
  await startElsewhere(her, 30 * 60_000)
  await setPin(page, '2580')
  await page.getByRole('link', { name: /^Activo hasta / }).click()
  for (const name of ['Ya llegué', '15 minutos más', 'Ya no voy']) {
    await card(page).getByRole('button', { name }).click()
    const asks = page.getByRole('dialog', { name })
    await asks.getByLabel('PIN', { exact: true }).fill('1379')
    await asks.getByRole('button', { name: 'Continuar' }).click()
    await expect(asks.getByText(/^Ese PIN no es\./)).toBeVisible()
    await asks.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(asks).toBeHidden()
  }
  expect(await llegadasOf(her)).toMatchObject([{ estado: 'activa' }])
  expect(Math.round(minutesLeft((await llegadasOf(her))[0]))).toBeLessThanOrEqual(30)
  await card(page).getByRole('button', { name: 'Ya llegué' }).click()
  const asks = page.getByRole('dialog', { name: 'Ya llegué' })
  await asks.getByLabel('PIN', { exact: true }).fill('2580')
  await asks.getByRole('button', { name: 'Continuar' }).click()
  await expect(toast(page, 'Listo, se apagó')).toBeVisible()
  expect(await llegadasOf(her)).toMatchObject([{ estado: 'llego' }])
})

test('at its time the alert opens by itself, and her word that comes later says so', {
  tag: '@phone',
}, async ({ page, enter }) => {
  const her = await enter([LUCIA])
  await startElsewhere(her, 2_000)
  await expect(card(page).getByText(/no supimos de ti y se abrió tu alerta/)).toBeVisible()
  const { data } = await her.client.from('alertas').select('origen, nota, estado')
  expect(data).toEqual([{ origen: 'llegada', nota: 'Iba a: Casa de Lupe\nVoy en taxi', estado: 'abierta' }])
  await expect(page.getByText('Casa de Lupe').first()).toBeVisible()
})
