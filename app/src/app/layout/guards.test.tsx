import { act, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '../../components/dialog/Dialog.tsx'
import { Field, Input } from '../../components/form/Field.tsx'
import { Form, useForm } from '../../components/form/Form.tsx'
import { SessionContext, type SessionState } from '../../lib/session/session.tsx'
import { FIN_KEY } from '../../lib/session/sessionEnd.ts'
import { sessionOf } from '../../lib/testing/session.ts'
import { renderApp } from '../../testing/render.tsx'
import { AppRoutes } from '../AppRoutes.tsx'

/*
 * What the guards let through, with the app's own routes: each screen is its name here.
 */

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
})

vi.mock('../routes.tsx', async (original) => {
  const { routes, ...rest } = await original<typeof import('../routes.tsx')>()
  const Screen = ({ name }: { name: string }) => (
    <>
      <h1>{name}</h1>
      {name === 'Usuarias' && <Writing />}
    </>
  )
  const screen = Object.assign(Screen, { preload: async () => {} })
  return { ...rest, routes: routes.map((route) => ({ ...route, screen })) }
})
vi.mock('./MemberShell.tsx', () => ({
  MemberShell: ({ children }: { children: ReactNode }) => <main data-testid="member">{children}</main>,
}))
// What is fetched behind the first screen.
vi.mock('./useSettleIn.ts', () => ({ useSettleIn: () => {} }))
vi.mock('../../features/perfil/SegundoFactorSection.tsx', () => ({ SegundoFactorSection: () => null }))

/** A screen of the team on which something is written in a dialog. */
function Writing() {
  const form = useForm({ initial: { nota: '' }, send: () => {} })
  const [open, setOpen] = useState(true)
  return (
    <Dialog title="Nota" open={open} onClose={() => setOpen(false)}>
      <Form of={form}>
        <Field label="Texto">
          <Input {...form.text('nota')} />
        </Field>
      </Form>
    </Dialog>
  )
}

let at = ''
function Here() {
  const { pathname, search, hash } = useLocation()
  at = pathname + search + hash
  return null
}

function open(address: string, session: SessionState) {
  let change = (_: SessionState) => {}
  function Who() {
    const [value, setValue] = useState(session)
    change = setValue
    return (
      <SessionContext value={value}>
        <AppRoutes />
      </SessionContext>
    )
  }
  const app = renderApp(
    <MemoryRouter initialEntries={[address]} useTransitions={false}>
      <Who />
      <Here />
    </MemoryRouter>,
  )
  return { ...app, become: (next: SessionState) => act(async () => change(next)) }
}

const VISITOR = sessionOf(null)
const MEMBER = sessionOf({ id: 'ana' })
const FACTOR: Parameters<typeof sessionOf>[0] = {
  id: 'ana',
  factors: [{ id: 'f', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' }],
}
const MODERATOR = sessionOf({ id: 'ana' }, { estadoAdmin: 'activa', papeles: ['moderadora'] })

const title = () => screen.queryByRole('heading', { level: 1 })?.textContent
/** Comes in the next moment, with its code. */
const expectTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('who may be at an address', () => {
  it.each<[who: string, session: SessionState, address: string, leadsTo: string, shows: string]>([
    ['a visitor', VISITOR, '/seguridad', '/landing', 'Bienvenida'],
    ['a visitor', VISITOR, '/admin/usuarias', '/landing', 'Bienvenida'],
    ['a visitor', VISITOR, '/no-existe', '/landing', 'Bienvenida'],
    ['a visitor', VISITOR, '/login', '/login', 'Entrar'],
    ['a visitor', VISITOR, '/legal', '/legal', 'Aviso legal'],
    ['a member', MEMBER, '/login', '/', 'Inicio'],
    ['a member', MEMBER, '/no-existe', '/', 'Inicio'],
    ['a member', MEMBER, '/seguridad', '/seguridad', 'Seguridad'],
    ['a member', MEMBER, '/legal', '/legal', 'Aviso legal'],
    ['a member', MEMBER, '/admin/usuarias', '/', 'Inicio'],
    ['a moderator', MODERATOR, '/admin/usuarias', '/admin/usuarias', 'Usuarias'],
    ['a moderator', MODERATOR, '/admin/legal', '/', 'Inicio'],
  ])('%s at $2 is led to $3', async (_, session, address, leadsTo, shows) => {
    open(address, session)
    await expectTitle(shows)
    expect(at).toBe(leadsTo)
    expect(screen.queryByTestId('member') !== null).toBe(session.session !== null)
  })

  it('nothing is decided before it is known who she is', async () => {
    const { become } = open('/seguridad', sessionOf(null, { loading: true }))
    expect(title()).toBeUndefined()
    expect(at).toBe('/seguridad')
    screen.getByText('Cargando…')
    await become(MEMBER)
    await expectTitle('Seguridad')
  })
})

describe('a link that brings something back in the address', () => {
  it('that is spent leads to where a new one is asked for, whatever page it named', async () => {
    open('/cuenta/correo#error=access_denied&error_code=otp_expired', VISITOR)
    await expectTitle('Enlace vencido')
    expect(at).toBe('/cuenta/enlace-vencido')
  })

  it('that was refused elsewhere leads to the login, and says so', async () => {
    open('/?error=access_denied&error_description=no', VISITOR)
    await expectTitle('Entrar')
    expect(at).toBe('/login')
    screen.getByText('Error con Google')
  })

  it('that confirms a registration is answered on one page alone, with its secret', async () => {
    open('/seguridad#token_hash=secreto&type=signup', VISITOR)
    await expectTitle('Correo confirmado')
    expect(at).toBe('/cuenta/confirmada#token_hash=secreto&type=signup')
  })
})

describe('what a session still asks for', () => {
  it.each<[what: string, session: SessionState, asks: string]>([
    ['the code of her second factor', sessionOf(FACTOR), 'Un paso más'],
    ['a password of her own', sessionOf({ id: 'ana' }, { estadoAdmin: 'clave' }), 'Elige tu contraseña'],
  ])('%s: is asked for at every address but «No fui yo»', async (_, session, asks) => {
    for (const address of ['/', '/seguridad', '/admin', '/login', '/legal']) {
      const { unmount } = open(address, session)
      await expectTitle(asks)
      expect(at).toBe(address)
      expect(screen.queryByTestId('member')).toBeNull()
      unmount()
    }
    open('/cuenta/no-fui-yo', session)
    await expectTitle('No fui yo')
    // Her menus lead to what is not open yet.
    expect(screen.queryByTestId('member')).toBeNull()
  })

  it('once it is given, what she asked for opens', async () => {
    const { become } = open('/seguridad', sessionOf(FACTOR))
    await expectTitle('Un paso más')
    await become(sessionOf(FACTOR, {}, 'aal2'))
    await expectTitle('Seguridad')
  })
})

describe("the team's screens", () => {
  const asked = (estadoAdmin: SessionState['estadoAdmin']) =>
    sessionOf({ id: 'ana' }, { estadoAdmin, papeles: ['moderadora'] })

  it('wait for the answer of the database, and nothing else does', async () => {
    const { become, unmount } = open('/admin/usuarias', asked(null))
    expect(title()).toBeUndefined()
    screen.getByText('Cargando…')
    expect(at).toBe('/admin/usuarias')
    await become(MODERATOR)
    await expectTitle('Usuarias')
    unmount()

    open('/seguridad', asked(null))
    await expectTitle('Seguridad')
  })

  it('lead home where the answer is no', async () => {
    const { become } = open('/admin/usuarias', asked(null))
    await become(MEMBER)
    await expectTitle('Inicio')
    expect(at).toBe('/')
  })

  it('ask for a second factor first, until she says that she is done', async () => {
    const { become, user } = open('/admin/usuarias', asked('factor'))
    await expectTitle('Un paso antes de administrar')
    expect(screen.queryByRole('button', { name: 'Abrir la administración' })).toBeNull()
    // She has it, and reads the codes that are shown once.
    await become(MODERATOR)
    await expectTitle('Ya puedes administrar')
    await user.click(screen.getByRole('button', { name: 'Abrir la administración' }))
    await expectTitle('Usuarias')
  })

  it('a role that ends closes its screen once she has closed what she was writing', async () => {
    const { become, user } = open('/admin/usuarias', MODERATOR)
    await user.type(await screen.findByRole('textbox', { name: 'Texto' }), 'Hablar con Bea')
    await become(MEMBER)
    expect(at).toBe('/admin/usuarias')
    expect(screen.getByRole('textbox', { name: 'Texto' })).toHaveProperty('value', 'Hablar con Bea')
    await user.clear(screen.getByRole('textbox', { name: 'Texto' }))
    await expectTitle('Inicio')
    expect(at).toBe('/')
  })

  it('a role that ends while nothing is written closes its screen at once', async () => {
    const { become } = open('/admin/usuarias', MODERATOR)
    await expectTitle('Usuarias')
    await become(MEMBER)
    await expectTitle('Inicio')
  })
})

describe('a session that ended by itself', () => {
  it("is told in place of visitors' pages until she has read it; public pages open all the same", async () => {
    localStorage.setItem(FIN_KEY, '1')
    const { unmount } = open('/legal', VISITOR)
    await expectTitle('Aviso legal')
    unmount()

    const { user } = open('/seguridad', VISITOR)
    await expectTitle('Tu sesión terminó')
    await user.click(screen.getByRole('button', { name: 'Entrar de nuevo' }))
    await expectTitle('Entrar')
    expect(at).toBe('/login')
  })

  it('is not told to a signed-in member', async () => {
    localStorage.setItem(FIN_KEY, '1')
    open('/seguridad', MEMBER)
    await expectTitle('Seguridad')
  })
})
