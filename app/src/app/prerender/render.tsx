import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { Login } from '../../features/cuenta/Login.tsx'
import { Register } from '../../features/cuenta/Register.tsx'
import { Inicio } from '../../features/inicio/Inicio.tsx'
import { Landing } from '../../features/landing/Landing.tsx'
import { Listo } from '../../features/seguridad/panico/Listo.tsx'
import { Seguridad } from '../../features/seguridad/Seguridad.tsx'
import { queryClient } from '../../lib/api/query.ts'
import { EmergenciaGiven, emergenciaIn } from '../../lib/emergencia/emergencia.ts'
import { INSTALLATION_NUMERO, NUMEROS } from '../../lib/emergencia/numeros.ts'
import { SessionContext, type SessionState } from '../../lib/session/session.tsx'
import { HoyWaiting } from '../layout/HoyWaiting.tsx'
import { MemberShell } from '../layout/MemberShell.tsx'
import { VisitorShell } from '../layout/VisitorShell.tsx'
import { menuOf } from '../menus.ts'
import { tabTitle } from '../routing.ts'

/*
 * The prerendered pages: those of visitors as they are for one of whom nothing is known, and a member's Home and safety as they are before
 * anything of hers has come. The build calls it; it is no part of the app.
 */

/** One page, and what else it may be once her device is asked (`page.ts`). */
export type PrerenderedPage = {
  /** Of its file. */
  name: string
  path: string
  /** What the browser's tab says. */
  title: string
  html: string
  /** Where its code is: the file that `routes.tsx` imports. */
  code: RegExp
  /** Only a signed-in member sees it. */
  isMember: boolean
  /** What a press on the panic button shows (`panico.ts`); empty where there is none. */
  listo: string
  /** The element that says whom to call; empty where none does. */
  numeros: string
  /** The same elsewhere: by country, its number and, where the country is supposed, this installation's beside it. */
  paises: Record<string, string>
}

type Page = {
  name: string
  path: string
  screen: ReactElement
  code: RegExp
  isMember?: true
}

const PAGES: Page[] = [
  { name: 'landing', path: '/landing', screen: <Landing />, code: /features\/landing\/Landing\.tsx$/ },
  { name: 'login', path: '/login', screen: <Login />, code: /features\/cuenta\/Login\.tsx$/ },
  {
    name: 'register',
    path: '/register',
    screen: <Register />,
    code: /features\/cuenta\/Register\.tsx$/,
  },
  {
    name: 'inicio',
    path: '/',
    screen: <Inicio menu={menuOf('home')} hoy={<HoyWaiting />} />,
    code: /features\/inicio\/Inicio\.tsx$/,
    isMember: true,
  },
  {
    name: 'seguridad',
    path: '/seguridad',
    screen: <Seguridad />,
    code: /features\/seguridad\/Seguridad\.tsx$/,
    isMember: true,
  },
]

const INSTALLATION = INSTALLATION_NUMERO

/** What `page.ts` calls a country that nobody has named, and says of this installation's. */
export const INSTALLATION_SHOWN = `${INSTALLATION.codigo} ${INSTALLATION.numeros[0]}`

/** Draws all of them. The same sources give the same text. */
export function renderPages(): PrerenderedPage[] {
  return PAGES.map((page) => {
    const { name, path, code, isMember = false } = page
    const html = draw(page)
    const numeros = numerosIn(html)
    return {
      name,
      path,
      title: tabTitle(path),
      code,
      isMember,
      html,
      listo: name === 'seguridad' ? renderToStaticMarkup(<Listo />) : '',
      numeros,
      paises: Object.fromEntries(
        (numeros ? elsewhere() : []).map(({ shown, codigo, supuesta }) => [
          shown,
          numerosIn(draw(page, codigo, supuesta)),
        ]),
      ),
    }
  })
}

/** Every country with a number of its own: while its clock alone says so, and once she has said that she is there. */
function elsewhere(): { shown: string; codigo: string; supuesta: boolean }[] {
  return NUMEROS.filter(({ numeros }) => numeros[0] !== INSTALLATION.numeros[0]).flatMap(
    ({ codigo, numeros }) => [
      { shown: `${codigo} ${numeros[0]} ${INSTALLATION.numeros[0]}`, codigo, supuesta: true },
      { shown: `${codigo} ${numeros[0]}`, codigo, supuesta: false },
    ],
  )
}

/** A member of whom nothing is known yet. */
const SOMEBODY = {
  loading: false,
  session: null,
  user: { id: '', user_metadata: { identidad_genero: '' } },
  entroPorEnlace: false,
  has: () => false,
  papeles: [],
  estadoAdmin: null,
  refreshAdmin: async () => {},
  signOut: async () => {},
} as unknown as SessionState

function draw(
  { path, screen, isMember }: Page,
  codigo: string = INSTALLATION.codigo,
  supuesta = false,
): string {
  const Shell = isMember ? MemberShell : VisitorShell
  const html = renderToStaticMarkup(
    <EmergenciaGiven value={emergenciaIn(codigo, supuesta)}>
      <SessionContext value={SOMEBODY}>
        <StaticRouter location={path}>
          <Shell>{screen}</Shell>
        </StaticRouter>
      </SessionContext>
    </EmergenciaGiven>,
  )
  // Its timers would keep the build from ending.
  queryClient.clear()
  // What fails within a `<Suspense>` is left to the browser in silence (react.dev, `renderToStaticMarkup`).
  if (!html.includes('<h1')) throw new Error(`${path} cannot be drawn without a browser`)
  return html
}

/** The first element that says whom to call, whole; empty where the page has none. */
function numerosIn(html: string): string {
  const start = html.search(/<\w+ (?=[^>]*data-numeros)/)
  if (start < 0) return ''
  const [, tag] = /^<(\w+)/.exec(html.slice(start))!
  let depth = 0
  for (const { 0: found, 1: isEnd, index } of html
    .slice(start)
    .matchAll(new RegExp(`<(/?)${tag}\\b[^>]*>`, 'g'))) {
    depth += isEnd ? -1 : 1
    if (depth === 0) return html.slice(start, start + index + found.length)
  }
  throw new Error('an element without its end')
}
