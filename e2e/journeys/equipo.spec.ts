import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { goWithin, toast } from '../pages/app.ts'
import { giveRole } from '../pages/equipo.ts'

/** The team: who is of it, whom it expels, and two of it at once. */

test.use({ expectedErrors: [/Failed to load resource/] })

const some = () => crypto.randomUUID().slice(0, 8)

test('a member is invited, accepts, has the screens of her role and no other, and is nobody again at once', async ({
  page,
  context,
  admin,
  makeMember,
  signIn,
  nextMail,
}) => {
  const eva = await makeMember()
  await signIn(page, admin, '/admin/equipo')
  await page.getByRole('button', { name: 'Invitar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Su correo').fill(eva.email)
  await dialog.getByLabel('Papel').selectOption('Editora')
  await dialog.getByRole('button', { name: 'Invitar' }).click()
  await expect(page.getByText('Invitación enviada', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Invitaciones' })).toContainText(eva.email)
  const mail = await nextMail(eva.email, 1)
  expect(mail.text).toContain('editora')
  expect(mail.links[0]).toMatch(/\/perfil$/)

  const hers = await context.browser()!.newContext({ baseURL: page.url().replace('/admin/equipo', '') })
  const phone = await hers.newPage()
  await phone.addInitScript(() => localStorage.setItem('consejos', 'instalar'))
  await signIn(phone, eva, '/perfil')
  const invited = phone.getByRole('region', { name: 'Invitación al equipo' })
  // The answer is lost on its way: she is of the team, and that is what she is told.
  await phone.route('**/rpc/aceptar_convocatoria', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await invited.getByRole('button', { name: 'Aceptar' }).click()
  await expect(phone.getByText('Ya eres del equipo', { exact: true })).toBeVisible()
  await phone.goto('/admin')
  const screens = phone.getByRole('navigation', { name: 'Administración' })
  await expect(screens.getByRole('link', { name: /^Biblioteca/ })).toBeVisible()
  await expect(screens.getByRole('link', { name: /^(Revisión|Equipo|Salas)/ })).toHaveCount(0)
  await phone.goto('/admin/equipo')
  await expect(phone).toHaveURL(/\/$/)

  await page.reload()
  await page.getByRole('button', { name: `Retirar a ${eva.username} el papel de editora` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(page.getByText('Papel retirado', { exact: true })).toBeVisible()
  const { data } = await eva.client.rpc('estado_admin')
  expect(data).toBe('ninguna')
  await phone.goto('/admin/biblioteca')
  await expect(phone).toHaveURL(/\/$/)
  await hers.close()
})

test('a member who harasses is paused, then expelled, told why, answers once, and another one of the team decides', async ({
  page,
  context,
  admin,
  makeMember,
  signIn,
}) => {
  const [dora, eva] = [
    await makeMember({ username: `Darina ${crypto.randomUUID().slice(0, 8)}` }),
    await makeMember(),
  ]
  // Eva is the second administradora.
  expect(
    (await admin.client.from('convocatorias').insert({ correo: eva.email, papel: 'administradora' })).error,
  ).toBeNull()
  const { data: convocatoria } = await eva.client.from('convocatorias').select('id').single()
  expect((await eva.client.rpc('aceptar_convocatoria', { cual: convocatoria!.id })).error).toBeNull()
  const { data: sala } = await admin.client.from('salas_comunidad').select('id').limit(1).single()
  const mensaje = { sala_id: sala!.id, user_id: dora.id, contenido: 'algo feo', tipo: 'texto' }
  expect((await dora.client.from('mensajes_sala').insert(mensaje)).error).toBeNull()

  const hers = await context.browser()!.newContext({ baseURL: test.info().project.use.baseURL! })
  const phone = await hers.newPage()
  await phone.addInitScript(() => localStorage.setItem('consejos', 'instalar'))
  await test.step('a pause closes what she writes in a chat that is open, and not the chat', async () => {
    await admin.client.rpc('ver_miembro', { cual: dora.id, motivo: 'La denunciaron' })
    await signIn(phone, dora, `/comunidad/sala/${sala!.id}`)
    await expect(phone.getByRole('textbox', { name: /mensaje/i })).toBeVisible()
    const paused = { user_id: dora.id, motivo: 'Vende cosas', alcance: 'circulos', hasta: 'infinity' }
    expect((await admin.client.from('suspensiones').insert(paused)).error).toBeNull()
    await expect(phone.getByText('No puedes escribir, sin fecha de fin.')).toBeVisible()
    await expect(phone.getByText('Motivo: Vende cosas')).toBeVisible()
    await admin.client.from('suspensiones').delete().eq('user_id', dora.id)
    await expect(phone.getByRole('textbox', { name: /mensaje/i })).toBeVisible()
  })

  await signIn(page, admin, '/admin/usuarias')
  await page.getByLabel('Nombre o correo completo').fill(dora.email)
  await page.getByRole('button', { name: 'Buscar' }).click()
  await page.getByRole('button', { name: `Abrir la ficha de ${dora.username}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('¿Para qué la consultas?').fill('La denunciaron')
  await dialog.getByRole('button', { name: 'Consultar' }).click()
  await dialog.getByLabel('Motivo').fill('Acosa a otras')
  await dialog.getByLabel('Qué se cierra').selectOption('expulsion')
  await dialog.getByRole('button', { name: 'Expulsar' }).click()
  await expect(dialog.getByText('Expulsada', { exact: true })).toBeVisible()

  // What keeps a person safe is never closed.
  expect((await dora.client.from('eventos_peligro').insert({ user_id: dora.id })).error).toBeNull()

  await phone.goto('/perfil')
  const decided = phone.getByRole('region', { name: 'Decisiones del equipo' })
  await expect(decided.getByText('Motivo: Acosa a otras')).toBeVisible()
  const herAnswer = decided.getByLabel('Tu respuesta')
  await herAnswer.fill('No fui yo, me robaron el teléfono')
  // No dialog ends it: it is there after another screen.
  await goWithin(phone, '/agenda')
  await expect(herAnswer).toHaveCount(0)
  await goWithin(phone, '/perfil')
  await expect(herAnswer).toHaveValue('No fui yo, me robaron el teléfono')
  await decided.getByRole('button', { name: 'Responder' }).click()
  await expect(decided.getByText('Lo está leyendo otra persona del equipo.')).toBeVisible()
  await expect(decided.getByText('Respondiste: No fui yo, me robaron el teléfono')).toBeVisible()
  await phone.getByRole('button', { name: 'Quién vio mis datos' }).click()
  await expect(phone.getByText(/una administradora consultó tu ficha/)).toBeVisible()
  await expect(phone.getByText('Carla')).toHaveCount(0)

  const { data: medida } = await dora.client
    .from('suspensiones')
    .select('id')
    .not('apelada_en', 'is', null)
    .single()
  await page.goto('/admin/revision')
  const answer = page.locator(`#cosa-${medida!.id}`)
  await expect(answer.getByText('Lo decide otra persona del equipo')).toBeVisible()

  await phone.evaluate(() => localStorage.removeItem('sesion'))
  await signIn(phone, eva, '/admin/revision')
  const waiting = phone.locator(`#cosa-${medida!.id}`)
  await waiting.getByRole('button', { name: /^Tomar y leer/ }).click()
  await expect(waiting.getByText('No fui yo, me robaron el teléfono')).toBeVisible()
  await waiting.getByRole('button', { name: 'Levantar' }).click()
  await waiting.getByLabel('Palabras para ella').fill('Lo revisamos. Perdón.')
  await waiting.getByRole('button', { name: 'Levantar' }).click()
  await expect(phone.getByText('Le respondiste: se levanta', { exact: true })).toBeVisible()
  expect((await dora.client.from('mensajes_sala').insert(mensaje)).error).toBeNull()
  await hers.close()
  await admin.client.from('integrantes').delete().eq('user_id', eva.id)
})

/** The topics of live changes that a page has joined and not left, by their first word. */
function followLive(page: Page): () => string[] {
  const topics = new Set<string>()
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const frame = JSON.parse(String(payload)) as string[] | { topic: string; event: string }
      const [topic, event] = Array.isArray(frame) ? [frame[2]!, frame[3]!] : [frame.topic, frame.event]
      if (event === 'phx_join') topics.add(topic)
      if (event === 'phx_leave') topics.delete(topic)
    })
    socket.on('close', () => topics.clear())
  })
  return () => [...topics].map((topic) => topic.replace(/^realtime:/, '').split(':')[0]!).sort()
}

test('an editora whose role ends while she writes: what she saves is refused, her words stay until she closes them, and her screens and channels are gone', async ({
  page,
  context,
  admin,
  makeMember,
  signIn,
}) => {
  const eva = await makeMember({ username: `Evita ${some()}` })
  await giveRole(admin, eva, 'editora')
  const titulo = `Taller de Eva ${some()}`
  const hers = await context.browser()!.newContext({ baseURL: test.info().project.use.baseURL! })
  const phone = await hers.newPage()
  const live = followLive(phone)
  await phone.addInitScript(() => localStorage.setItem('consejos', 'instalar'))
  await signIn(phone, eva, '/admin')
  await expect(phone.getByRole('navigation', { name: 'Administración' })).toBeVisible()
  await expect.poll(live).toEqual(expect.arrayContaining(['historias', 'revision']))
  await goWithin(phone, '/admin/eventos')
  await phone.getByRole('button', { name: 'Agregar evento' }).click()
  const dialog = phone.getByRole('region', { name: 'Nuevo evento' })
  await expect.poll(live).not.toContain('revision')
  const ofHerRole = live().filter((topic) => topic === 'historias').length
  expect(ofHerRole).toBeGreaterThan(0)
  await dialog.getByLabel('Título').fill(titulo)
  await dialog.getByLabel('Día').fill('2099-01-01')
  await dialog.getByLabel('Hora').fill('18:00')

  // Carla ends her role, on the other side.
  await signIn(page, admin, '/admin/equipo')
  await page.getByRole('button', { name: `Retirar a ${eva.username} el papel de editora` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click()
  await expect(toast(page, 'Papel retirado')).toBeVisible()

  await expect(toast(phone, 'Ya no eres editora del equipo')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(phone, 'No se pudo guardar el evento')).toContainText(
    'No tienes permiso para hacer esto.',
  )
  await expect(dialog.getByLabel('Título')).toHaveValue(titulo)
  expect((await admin.client.from('encuentros').select('id').eq('titulo', titulo)).data).toEqual([])
  await expect.poll(() => live().filter((topic) => topic === 'historias').length).toBe(ofHerRole - 1)
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(phone).toHaveURL(/\/$/)
  await expect(phone.getByRole('link', { name: /Administración/ })).toHaveCount(0)
  await phone.goto('/admin/eventos')
  await expect(phone).toHaveURL(/\/$/)

  // With nothing typed the screen closes by itself, and what it heard with it.
  const leave = await giveRole(admin, eva, 'moderadora')
  await phone.goto('/admin/revision')
  await expect(phone.getByRole('heading', { name: 'Revisión' })).toBeVisible()
  await expect.poll(live).toContain('revision')
  await leave()
  await expect(phone).toHaveURL(/\/$/)
  await expect(toast(phone, 'Ya no eres moderadora del equipo')).toBeVisible()
  await expect.poll(live).not.toContain('revision')
  await hers.close()
})
