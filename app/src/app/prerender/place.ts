/*
 * Runs right below a prerendered page, before it is seen: puts what the first script chose in its place. Until then what is
 * replaced is kept unseen (`prerender.css`).
 */

const { dataset } = document.documentElement
const drawn = document.getElementById('prerendered')

const template = (name: string, value: string) =>
  document.querySelector<HTMLTemplateElement>(`template[data-${name}="${CSS.escape(value)}"]`)?.content

const { pais } = dataset
if (pais) {
  const content = template('pais', pais)
  const place = drawn?.querySelector('[data-numeros]')
  if (content && place) place.replaceWith(content)
  // A number that this page was not drawn with, which the service has sent since: rather none than a wrong one.
  else if (place) dataset.prerendered = 'no'
}
delete dataset.pais
