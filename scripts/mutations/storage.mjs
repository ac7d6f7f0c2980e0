const PICTURES = 'supabase/migrations/20261122000500_perfiles.sql'

/**
 * Permissions and cleaning of files: without them the attacks of `scripts/attacks/storage.mjs` succeed.
 * @type {import('./index.mjs').Mutation[]}
 */
export const mutations = [
  {
    name: 'anybody-s-picture',
    file: PICTURES,
    find: `select bucket = 'profiles' and nombre = any (array[`,
    replace: `select bucket = 'profiles' or nombre = any (array[`,
    attack: 'storage/overwrite-her-picture',
  },
  {
    name: 'pictures-listed-by-everybody',
    file: PICTURES,
    find: `for select to authenticated using ((select interno.es_admitida()) and interno.es_su_foto(bucket_id, name));`,
    replace: `for select to authenticated using ((select interno.es_admitida()));`,
    attack: 'storage/list-all-pictures',
  },
  {
    name: 'books-from-everybody',
    file: 'supabase/migrations/20261123001100_equipo.sql',
    find: `alter policy "la admin sube archivos" on storage.objects
  with check ((select interno.es_editora()) and interno.es_archivo_publicable(bucket_id, name));`,
    replace: `alter policy "la admin sube archivos" on storage.objects
  with check (interno.es_archivo_publicable(bucket_id, name));`,
    attack: 'storage/publish-a-book',
  },
  {
    name: 'pictures-as-they-came',
    file: 'server/src/storage/admit.ts',
    find: 'if (takesOnlyClean(rules.allowedTypes)) {',
    replace: 'if (takesOnlyClean(rules.allowedTypes) && staged.size === 0) {',
    attack: 'uploads/place-in-a-picture',
  },
  {
    name: 'pictures-of-any-size',
    file: 'server/src/storage/pictures.ts',
    find: 'const MAX_PIXELS = 25_000_000',
    replace: 'const MAX_PIXELS = 2_500_000_000',
    attack: 'uploads/picture-of-a-billion-pixels',
  },
  {
    name: 'buckets-without-a-size',
    file: 'server/src/storage/admit.ts',
    find: 'return Math.min(maxFileBytes, fileSizeLimit ?? maxFileBytes)',
    replace: 'return Math.max(maxFileBytes, fileSizeLimit ?? maxFileBytes)',
    attack: 'uploads/larger-than-the-bucket-takes',
  },
  {
    name: 'upload-links-for-everything',
    file: 'server/src/storage/links.ts',
    find: 'if (payload.url !== target) throw invalidSignature()',
    replace: '',
    attack: 'links/upload-link-for-another-object',
  },
]
