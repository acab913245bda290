// Sets the tags of our images in a Kubernetes manifest: where a container runs one, and where kustomize names it.

const RUN = /^(\s*(?:- )?image: kvartplata\/)([a-z]+)(:)\S+$/gm;
const NAMED = /^(\s*- name: kvartplata\/)([a-z]+)(\n\s+newTag: )\S+$/gm;

/**
 * @param images the names that get the version, such as `billing`; by default all of them
 * @returns the text, otherwise unchanged
 */
export function tagImages(
  text: string,
  version: string,
  images: ReadonlySet<string> | undefined,
): string {
  const tag = (line: string, head: string, image: string, between: string): string =>
    images?.has(image) === false ? line : `${head}${image}${between}${version}`;
  return text.replaceAll(RUN, tag).replaceAll(NAMED, tag);
}
