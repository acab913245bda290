// Sets the tags of our images in a Kubernetes manifest: where a container runs one, and where kustomize names it.

const RUN = /^(\s*(?:- )?image: kvartplata\/)([a-z]+)(:)\S+$/gm;
const NAMED = /^(\s*- name: kvartplata\/)([a-z]+)(\n\s+newTag: )\S+$/gm;

/**
 * @param tagOf the tag of an image such as `billing`; one without is left as it is
 * @returns the text, otherwise unchanged
 */
export function tagImages(text: string, tagOf: (image: string) => string | undefined): string {
  const tag = (line: string, head: string, image: string, between: string): string => {
    const found = tagOf(image);
    return found === undefined ? line : `${head}${image}${between}${found}`;
  };
  return text.replaceAll(RUN, tag).replaceAll(NAMED, tag);
}
