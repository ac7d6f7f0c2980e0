import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { BeforeStarting } from '../features/cuenta/BeforeStarting.tsx'
import { Login } from '../features/cuenta/Login.tsx'
import { Registro } from '../features/cuenta/Register.tsx'
import { Landing } from '../features/landing/Landing.tsx'
import { VisitorShell } from '../layout/VisitorShell.tsx'
import { EmergenciaGiven, emergenciaIn } from '../lib/emergencia/emergencia.ts'
import { NUMERO_DE_LA_CASA, NUMEROS } from '../lib/emergencia/numeros.ts'
import { tabTitle } from '../routing.ts'

/*
 * The pages that come drawn (record 294), as they are for a visitor of whom nothing is known. The build calls it; it is no part of the app.
 */

/** One page, and what else it may be once her device is asked (`first.ts`). */
export type Umbral = {
  path: string
  /** What the browser's tab says. */
  title: string
  html: string
  /** Where its code is: the file that `routes.tsx` imports. */
  code: RegExp
  /** Another page in its place, by the name that `first.ts` calls it. */
  variantes: Record<string, string>
  /** What the page says of whom to call, elsewhere: by country, its number and, where the country is supposed, the house's beside it. */
  paises: Record<string, string>
}

const SCREENS: {
  path: string
  screen: ReactElement
  code: RegExp
  variantes?: Record<string, ReactElement>
}[] = [
  { path: '/landing', screen: <Landing />, code: /features\/landing\/Landing\.tsx$/ },
  { path: '/login', screen: <Login />, code: /features\/cuenta\/Login\.tsx$/ },
  {
    path: '/register',
    screen: <BeforeStarting onContinue={() => {}} />,
    code: /features\/cuenta\/Register\.tsx$/,
    variantes: { leidos: <Registro /> },
  },
]

const CASA = NUMERO_DE_LA_CASA

/** What `first.ts` calls a country that nobody has named, and says of this installation's. */
export const CASA_SHOWN = `${CASA.codigo} ${CASA.numeros[0]}`

/** Draws all of them. The same sources give the same text. */
export function renderUmbrales(): Umbral[] {
  return SCREENS.map(({ path, screen, code, variantes = {} }) => ({
    path,
    title: tabTitle(path),
    code,
    html: draw(path, screen),
    variantes: Object.fromEntries(
      Object.entries(variantes).map(([name, other]) => [name, draw(path, other)]),
    ),
    paises: Object.fromEntries(
      elsewhere().map(({ shown, codigo, supuesta }) => [
        shown,
        numerosIn(draw(path, screen, codigo, supuesta)),
      ]),
    ),
  }))
}

/** Every country with a number of its own: while its clock alone says so, and once she has said that she is there. */
function elsewhere(): { shown: string; codigo: string; supuesta: boolean }[] {
  return NUMEROS.filter(({ numeros }) => numeros[0] !== CASA.numeros[0]).flatMap(({ codigo, numeros }) => [
    { shown: `${codigo} ${numeros[0]} ${CASA.numeros[0]}`, codigo, supuesta: true },
    { shown: `${codigo} ${numeros[0]}`, codigo, supuesta: false },
  ])
}

function draw(path: string, screen: ReactElement, codigo: string = CASA.codigo, supuesta = false): string {
  const html = renderToStaticMarkup(
    <EmergenciaGiven value={emergenciaIn(codigo, supuesta)}>
      <StaticRouter location={path}>
        <VisitorShell>{screen}</VisitorShell>
      </StaticRouter>
    </EmergenciaGiven>,
  )
  // What fails within a `<Suspense>` is left to the browser in silence (react.dev, `renderToStaticMarkup`).
  if (!html.includes('<h1')) throw new Error(`${path} cannot be drawn without a browser`)
  return html
}

/** The element that says whom to call, which has none of its own kind within. */
function numerosIn(html: string): string {
  const [found] = /<(section|p) (?=[^>]*data-numeros)[\s\S]*?<\/\1>/.exec(html) ?? []
  if (!found) throw new Error('a page that comes drawn says nowhere whom to call')
  return found
}
