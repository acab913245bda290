import assert from 'node:assert/strict';
import { test } from 'node:test';
import { XmlFault } from './xml-reader.ts';
import { readXmlTree, type XmlElement } from './xml-tree.ts';

/** `name attribute=value "text"`, the children in brackets. */
function shown({ name, attributes, children, text }: XmlElement): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}=${value}`);
  return `${name}${pairs.join('')} ${JSON.stringify(text)}[${children.map(shown).join(', ')}]`;
}

const READ = [
  { xml: '<a/>', tree: 'a ""[]', why: 'an empty element' },
  { xml: '<x:a x:b="1"><y:c>2</y:c></x:a>', tree: 'a x:b=1 ""[c "2"[]]', why: 'prefixes' },
  { xml: '<a>1<b>2</b>3</a>', tree: 'a "13"[b "2"[]]', why: 'text around a child' },
  { xml: '<a>1<!-- 2 -->3</a>', tree: 'a "13"[]', why: 'a comment in a text' },
  { xml: '<a><![CDATA[<b>&]]></a>', tree: 'a "<b>&"[]', why: 'a CDATA section is text' },
  { xml: '<a>&lt;&#1103;&#x42f;</a>', tree: 'a "<яЯ"[]', why: 'escaped characters' },
  {
    xml: '<?xml version="1.0"?>\n<a> </a>\n',
    tree: 'a " "[]',
    why: 'a declaration, blanks around',
  },
  { xml: '<__proto__><a/></__proto__>', tree: '__proto__ ""[a ""[]]', why: 'an odd name' },
];

for (const { xml, tree, why } of READ)
  test(`is read: ${why}`, () => {
    assert.equal(shown(readXmlTree(xml)), tree);
  });

const LAUGHS = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]>';
const REFUSED = [
  { xml: '', kind: 'not-well-formed', why: 'nothing' },
  { xml: 'a', kind: 'not-well-formed', why: 'no element' },
  { xml: '<a>', kind: 'not-well-formed', why: 'an element without its end' },
  { xml: '<a></b>', kind: 'not-well-formed', why: 'the end of another' },
  { xml: '<a/><a/>', kind: 'not-well-formed', why: 'two roots' },
  { xml: '<a>&b;</a>', kind: 'not-well-formed', why: 'an entity that nobody declared' },
  { xml: '<a>&nbsp;</a>', kind: 'not-well-formed', why: 'an entity of HTML' },
  { xml: '<a>&#0;</a>', kind: 'not-well-formed', why: 'a character that XML has not' },
  { xml: '<a b="1" b="2"/>', kind: 'not-well-formed', why: 'an attribute twice' },
  { xml: '<a><!ENTITY b "c"></a>', kind: 'not-well-formed', why: 'an entity in the middle' },
  { xml: `${LAUGHS}<a>&c;</a>`, kind: 'document-type', why: 'entities of entities' },
  { xml: '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', kind: 'document-type', why: 'a file' },
  { xml: '<a>'.repeat(65), kind: 'too-deep', why: 'sixty-five elements in one another' },
  { xml: `<a>${'b'.repeat(2_000_000)}`, kind: 'too-long', why: 'two million characters' },
];

for (const { xml, kind, why } of REFUSED)
  test(`is refused: ${why}`, () => {
    assert.throws(
      () => readXmlTree(xml),
      (error) => {
        assert.ok(error instanceof XmlFault, String(error));
        assert.equal(error.kind, kind, error.message);
        return true;
      },
    );
  });
