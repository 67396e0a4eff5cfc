//! What other programs write, given to `memo add` as it is: encodings, archives, documents, exports that are too long.

use memo_tests::sandbox::Sandbox;

/// An archive of these files, as they are.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut archive, mut listed) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let start = (archive.len() as u32).to_le_bytes();
        let [crc, size] = [checksum(content), content.len() as u32].map(u32::to_le_bytes);
        let length = (name.len() as u16).to_le_bytes();
        // what stands both above a file and in the list of them: version, method, time, checksum, sizes, lengths
        let head = [
            &[20, 0, 0, 0, 0, 0, 0, 0, 0, 0][..],
            &crc,
            &size,
            &size,
            &length,
            &[0, 0],
        ]
        .concat();
        archive.extend([&b"PK\x03\x04"[..], &head, name.as_bytes(), content].concat());
        listed.extend(
            [
                &b"PK\x01\x02\x14\0"[..],
                &head,
                &[0; 10],
                &start,
                name.as_bytes(),
            ]
            .concat(),
        );
    }
    let count = (files.len() as u16).to_le_bytes();
    let [size, start] = [listed.len() as u32, archive.len() as u32].map(u32::to_le_bytes);
    let end = [
        &b"PK\x05\x06\0\0\0\0"[..],
        &count,
        &count,
        &size,
        &start,
        &[0, 0],
    ]
    .concat();
    [archive, listed, end].concat()
}

/// CRC-32, as archives have it.
fn checksum(content: &[u8]) -> u32 {
    !content.iter().fold(!0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| match sum & 1 {
            1 => sum >> 1 ^ 0xedb8_8320,
            _ => sum >> 1,
        })
    })
}

/// A text in the encoding of Western Europe's older programs.
fn latin1(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| u8::try_from(u32::from(c)).expect("of it"))
        .collect()
}

fn mail(number: u8, charset: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "From: Ana Lima <ana@x.example>\nTo: Lena Sommer <lena@x.example>\nSubject: Keys {number}\n\
         Date: Mon, 3 Mar 2025 09:15:00 +0100\nMessage-ID: <{number}@x.example>\nMIME-Version: 1.0\n\
         Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n\n"
    );
    [head.as_bytes(), body, b"\n\n"].concat()
}

#[test]
fn a_note_in_another_encoding_is_read_and_that_is_said() {
    let memo = Sandbox::new();
    let text =
        "Am 3. Oktober 2026 traf ich Jürgen Köhler. Der Schlüssel liegt bei Frau Grünwald.\n";
    memo.write("note.txt", latin1(text));
    let added = memo.memo(["add", "note.txt"]).ok();
    assert!(
        added.stdout.contains("  read as windows-1252  "),
        "{added:#?}"
    );
    memo.write("other.txt", latin1(&text.replace("Oktober", "Mai")));
    let added = memo.memo(["add", "--json", "other.txt"]).ok().json();
    assert_eq!(added["encoding"], "windows-1252");
    let found = memo.memo(["recall", "Schlüssel"]).ok();
    assert!(found.stdout.contains("Frau Grünwald"), "{found:#?}");
}

#[test]
fn each_mail_of_an_mbox_is_read_in_the_encoding_it_declares() {
    let memo = Sandbox::new();
    let divider = b"From ana@x.example Thu Jan  1 10:00:00 2026\n";
    let koi8 =
        b"\xf0\xd2\xc9\xd7\xc5\xd4, \xcb\xcc\xc0\xde \xcc\xc5\xd6\xc9\xd4 \xd5 \xe1\xce\xce\xd9.";
    let mbox = [
        &divider[..],
        &mail(
            1,
            "iso-8859-1",
            &latin1("Der Schlüssel liegt bei Frau Grünwald."),
        ),
        divider,
        &mail(2, "koi8-r", koi8),
        divider,
        &mail(3, "utf-8", "Die Gießkanne steht im Schuppen.".as_bytes()),
    ];
    memo.write("all.mbox", mbox.concat());
    let added = memo
        .memo(["add", "all.mbox", "--user-name", "Lena Sommer"])
        .ok();
    assert_eq!(added.stderr, "3 added\n", "{added:#?}");
    for (query, said) in [
        ("Schlüssel", "liegt bei Frau Grünwald"),
        ("ключ", "Привет, ключ лежит у Анны."),
        ("Gießkanne", "Die Gießkanne steht"),
    ] {
        let found = memo.memo(["recall", query]).ok();
        assert!(found.stdout.contains(said), "{query}: {found:#?}");
    }
}

#[test]
fn a_mail_is_as_long_as_its_words() {
    let memo = Sandbox::new();
    let attached = "A".repeat(76) + "\n";
    let mail = format!(
        "From: Ana Lima <ana@x.example>\nTo: Lena Sommer <lena@x.example>\nSubject: Photos\n\
         Date: Mon, 3 Mar 2025 09:15:00 +0100\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n\
         --b\nContent-Type: text/plain\n\nHere are the photos of the lighthouse.\n\
         --b\nContent-Type: image/jpeg\nContent-Transfer-Encoding: base64\n\n{}\n--b--\n",
        attached.repeat(150_000)
    );
    memo.write("photos.eml", mail);
    memo.memo(["add", "photos.eml"]).ok();
    let found = memo.memo(["recall", "lighthouse"]).ok();
    assert!(
        found.stdout.contains("photos of the lighthouse"),
        "{found:#?}"
    );
}

#[test]
fn a_chat_comes_out_of_the_archive_that_a_phone_makes() {
    let memo = Sandbox::new();
    let chat = "17/12/2024, 20:41 - Ana: I left the spare key at the bakery.\n17/12/2024, 20:43 - Bo: Good, I fetch it.\n";
    let files = [
        ("WhatsApp Chat with Ana.txt", chat.as_bytes()),
        ("IMG-1.jpg", b"\xff\xd8\xff\0\x10"),
    ];
    memo.write("WhatsApp Chat with Ana.zip", zip(&files));
    memo.write("tools.zip", zip(&[("readme.txt", b"Nothing of mine.")]));
    // in a folder, what is an archive of something else stays one
    let added = memo.memo(["add", ".", "--user-name", "Bo"]).ok();
    assert!(added.stderr.contains("1 added, 1 skipped"), "{added:#?}");
    let found = memo.memo(["recall", "bakery"]).ok();
    assert!(
        found
            .stdout
            .contains("Ana told me: “I left the spare key at the bakery.”"),
        "{found:#?}"
    );
    let again = memo.memo(["add", ".", "--user-name", "Bo"]).ok();
    assert!(
        again.stderr.contains("1 skipped, 1 unchanged"),
        "{again:#?}"
    );
    // named, it is opened
    let added = memo.memo(["add", "tools.zip"]).ok();
    assert!(added.stdout.contains("tools.zip/readme.txt"), "{added:#?}");
}

#[test]
fn the_conversations_of_an_assistants_archive() {
    let memo = Sandbox::new();
    let talk = |id: u32| {
        format!(
            r#"{{"title":"Boat {id}","create_time":1743613451,"mapping":{{"a":{{"id":"a","message":{{"author":{{"role":"user"}},"create_time":1743613451,"content":{{"content_type":"text","parts":["How do I caulk boat {id}? I bought it in Elm on 3 May 2024."]}}}},"parent":null,"children":[]}}}}}}"#
        )
    };
    let talks = format!("[{},{}]", talk(1), talk(2));
    let files = [
        ("conversations.json", talks.as_bytes()),
        ("chat.html", b"<html>the same again</html>"),
        ("user.json", b"{\"email\":\"a@x.example\"}"),
    ];
    memo.write("export.zip", zip(&files));
    let added = memo.memo(["add", "export.zip"]).ok();
    assert_eq!(added.stderr, "1 added\n", "{added:#?}");
    assert!(memo.memo(["recall", "caulk"]).ok().stdout.contains("boat"));
}

#[test]
fn documents_of_word_processors_are_read() {
    let memo = Sandbox::new();
    let word = "<w:document><w:body><w:p><w:r><w:t>On 3 October 2026 I met Ana Lima in Lisbon.</w:t></w:r></w:p></w:body></w:document>";
    let office = "<office:document-content><office:body><office:text><text:p>On 4 October 2026 I met Bo Ekberg in Porto.</text:p></office:text></office:body></office:document-content>";
    memo.write(
        "a.docx",
        zip(&[
            ("[Content_Types].xml", b"<Types/>"),
            ("word/document.xml", word.as_bytes()),
        ]),
    );
    memo.write(
        "b.odt",
        zip(&[
            ("content.xml", office.as_bytes()),
            ("META-INF/manifest.xml", b"<m/>"),
        ]),
    );
    let added = memo.memo(["add", "."]).ok();
    assert_eq!(added.stderr, "2 added\n", "{added:#?}");
    for (query, said) in [("Lisbon", "Ana Lima"), ("Porto", "Bo Ekberg")] {
        assert!(
            memo.memo(["recall", query]).ok().stdout.contains(said),
            "{query}"
        );
    }
    // as a drive gives them away
    let text = "<w:document><w:body><w:p><w:r><w:t>On 5 October 2026 I met Yuki Brandt in Faro.</w:t></w:r></w:p></w:body></w:document>";
    let inner = zip(&[("word/document.xml", text.as_bytes())]);
    memo.write(
        "drive.zip",
        zip(&[
            ("Papers/c.docx", &inner),
            (
                "Papers/d.zip",
                &zip(&[("e.txt", b"On 6 October 2026 I met Ida Roy in Beja.")]),
            ),
        ]),
    );
    let added = memo.memo(["add", "drive.zip"]).ok();
    assert_eq!(added.stderr, "2 added\n", "{added:#?}");
    for (query, said) in [("Faro", "Yuki Brandt"), ("Beja", "Ida Roy")] {
        let found = memo.memo(["recall", query]).ok();
        assert!(found.stdout.contains(said), "{found:#?}");
    }
}

#[test]
fn a_document_with_its_markup_in_the_text_is_refused() {
    let memo = Sandbox::new();
    memo.write("a.rtf", r"{\rtf1\ansi Hello \b Ana\b0}");
    let added = memo.memo(["add", "a.rtf"]).code(5);
    assert!(added.stderr.contains("save it as .docx"), "{added:#?}");
}

#[test]
fn an_export_that_is_too_long_is_cut_between_its_chats() {
    let memo = Sandbox::new();
    let chat = |name: &str, said: &str| {
        format!(
            r#"{{"name":"{name}","type":"personal_chat","id":1,{}"messages":[{{"id":1,"type":"message","date":"2025-04-02T19:04:11","from":"{name}","from_id":"user1","text":"{said}"}}]}}"#,
            " ".repeat(6 << 20)
        )
    };
    let export = format!(
        r#"{{"about":"yours","chats":{{"list":[{},{}]}}}}"#,
        chat("Ana Lima", "I left the spare key at the bakery."),
        chat("Bo Ekberg", "The lighthouse is open on Sunday.")
    );
    memo.write("result.json", export);
    let added = memo
        .memo(["add", "result.json", "--user-name", "Sam Doyle"])
        .ok();
    assert_eq!(added.stderr, "2 added\n", "{added:#?}");
    for (query, said) in [("bakery", "Ana Lima"), ("lighthouse", "Bo Ekberg")] {
        assert!(
            memo.memo(["recall", query]).ok().stdout.contains(said),
            "{query}"
        );
    }
}

#[test]
fn a_document_that_yields_no_memory_is_told_as_such() {
    let memo = Sandbox::new();
    memo.write("only.md", "---\ntags: x\n---\n");
    let added = memo.memo(["add", "only.md"]).ok();
    assert!(
        added
            .stdout
            .starts_with("empty     only.md  nothing in it to remember"),
        "{added:#?}"
    );
    assert_eq!(added.stderr, "1 empty\n");
    memo.write("other.md", "---\ntags: y\n---\n");
    assert_eq!(
        memo.memo(["add", "--json", "other.md"]).ok().json()["status"],
        "empty"
    );
    // of many files, they are named beside the sum
    for n in 0..11 {
        memo.write(&format!("notes/{n}.md"), crate::NOTE);
    }
    memo.write("notes/no.md", "---\ntags: z\n---\n");
    let added = memo.memo(["add", "notes"]).ok();
    assert_eq!(added.stdout, "");
    let told = "empty     notes/no.md: nothing in it to remember\n11 added, 1 empty: 11 memories\n";
    assert_eq!(added.stderr, told);
}

#[test]
fn a_chat_in_an_archive_is_known_again_where_the_archive_was_moved() {
    let memo = Sandbox::new();
    let chat = |messages: usize| {
        let line = |n| format!("17/12/2024, 20:{n:02} - Ana: I have seen {n} herons at the weir\n");
        let chat: String = (10..10 + messages).map(line).collect();
        zip(&[("_chat.txt", chat.as_bytes())])
    };
    let add = |path: &str| memo.memo(["add", path, "--user-name", "Bo"]).ok().stderr;
    memo.write("chats/Ana.zip", chat(9));
    assert_eq!(add("chats"), "1 added\n");
    let work = memo.work();
    std::fs::rename(work.join("chats/Ana.zip"), work.join("chats/Bo.zip")).expect("moved");
    assert_eq!(add("chats"), "1 unchanged\n");
    memo.write("chats/Bo.zip", chat(12));
    assert_eq!(add("chats"), "1 replaced\n");
    memo.write("chats/Bo.zip", chat(4));
    assert!(add("chats/Bo.zip").contains("holds less than is remembered"));
    // what was forgotten comes back where its archive is named
    let json = memo.memo(["list", "--json"]).ok().json();
    let id = json["documents"][0]["item_id"].as_str().expect("an id");
    memo.memo(["forget", "--yes", id]).ok();
    assert!(add("chats").contains("forgotten before"));
    assert_eq!(add("chats/Bo.zip"), "1 added\n");
}

#[test]
fn what_cannot_be_read_ends_no_folder_with_a_failure() {
    let memo = Sandbox::new();
    memo.write("notes/a.md", crate::NOTE);
    memo.write(
        "notes/broken.pdf",
        b"%PDF-1.7\nand then nothing of the kind\n",
    );
    memo.write(
        "notes/broken.zip",
        b"PK\x03\x04 and then nothing of the kind",
    );
    memo.write("notes/picture.jpg", b"\xff\xd8\xff\0\x10");
    let added = memo.memo(["add", "notes"]).ok();
    for told in [
        "1 added, 3 skipped",
        "broken.pdf: it is broken",
        "picture.jpg: a binary file: memo reads",
    ] {
        assert!(added.stderr.contains(told), "{told}: {added:#?}");
    }
    let named = memo
        .memo(["add", "notes/broken.pdf", "notes/broken.zip"])
        .code(5);
    assert!(named.stderr.contains("2 failed"), "{named:#?}");
}
