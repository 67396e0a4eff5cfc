use memo_tests::sandbox::Sandbox;

/// A PDF of one page per text, with a right table of offsets; `trailer` goes into its trailer.
fn pdf(pages: &[&str], trailer: &str) -> Vec<u8> {
    let mut objects = vec!["<< /Type /Catalog /Pages 2 0 R >>".to_owned()];
    let kids: Vec<String> = (0..pages.len())
        .map(|i| format!("{} 0 R", 4 + 2 * i))
        .collect();
    objects.push(format!(
        "<< /Type /Pages /Kids [{}] /Count {} >>",
        kids.join(" "),
        pages.len()
    ));
    objects.push(
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    );
    for (i, text) in pages.iter().enumerate() {
        let stream = match text.starts_with("BT") {
            true => (*text).to_owned(),
            false => format!("BT /F1 12 Tf 72 700 Td ({text}) Tj ET"),
        };
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {} 0 R \
             /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * i
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{stream}\nendstream",
            stream.len()
        ));
    }
    let mut out = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (i, object) in objects.iter().enumerate() {
        offsets.push(out.len());
        out += &format!("{} 0 obj\n{object}\nendobj\n", i + 1);
    }
    let start = out.len();
    out += &format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for offset in offsets {
        out += &format!("{offset:010} 00000 n \n");
    }
    out += &format!(
        "trailer\n<< /Size {} /Root 1 0 R {trailer} >>\nstartxref\n{start}\n%%EOF\n",
        objects.len() + 1
    );
    out.into_bytes()
}

#[test]
fn the_text_of_a_pdf_is_remembered_as_pdf() {
    let memo = Sandbox::new();
    let pages = [
        "On 3 October 2026 I met Ana Lima in Lisbon.",
        "She showed me the observatory dome.",
    ];
    memo.write("report.pdf", pdf(&pages, ""));
    let added = memo.memo(["add", "--json", "report.pdf"]).ok().json();
    let id = added["item_id"].as_str().expect("an id");
    let shown = memo.memo(["show", "--source", "--json", id]).ok().json();
    assert_eq!(shown["source_type"], "pdf");
    let text = shown["text"].as_str().expect("its text");
    assert!(
        text.contains("Ana Lima in Lisbon") && text.contains("observatory"),
        "{text}"
    );
}

#[test]
fn no_line_blank_or_letter_of_a_page_is_lost() {
    let memo = Sandbox::new();
    // lines by the operators that show them on the next one; a blank that is only a gap between two letters
    let page = "BT /F1 12 Tf 14 TL 72 700 Td (On 3 October 2026) ' (I met Ana Lima in Lisbon) ' 0 0 (at the harbour.) \" \
        0 -28 Td (Bo lent us the boat,) Tj 4 Tc 110 0 Td (,a) Tj 0 Tc 13 0 Td (nd we sailed.) Tj ET";
    memo.write("report.pdf", pdf(&[page], ""));
    let added = memo.memo(["add", "--json", "report.pdf"]).ok().json();
    let id = added["item_id"].as_str().expect("an id");
    let shown = memo.memo(["show", "--source", "--json", id]).ok().json();
    let text = shown["text"].as_str().expect("its text");
    for said in [
        "On 3 October 2026\nI met Ana Lima in Lisbon\nat the harbour.",
        ", and we sailed.",
    ] {
        assert!(text.contains(said), "{text}");
    }
}

#[test]
fn broken_encrypted_and_wordless_ones_fail_alone_with_the_reason() {
    let memo = Sandbox::new();
    let whole = pdf(&["On 3 October 2026 I met Ana Lima in Lisbon."], "");
    memo.write("cut.pdf", &whole[..whole.len() / 2]);
    memo.write("junk.pdf", b"%PDF-1.7\nand then nothing of the kind\n");
    memo.write("blank.pdf", pdf(&[" "], ""));
    let secret = "/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] \
         /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 \
         /O <000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f> \
         /U <000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f> >>";
    memo.write("secret.pdf", pdf(&["hidden"], secret));
    memo.write("good.pdf", whole);
    let ran = memo
        .memo([
            "add",
            "--json",
            "cut.pdf",
            "junk.pdf",
            "blank.pdf",
            "secret.pdf",
            "good.pdf",
        ])
        .code(5);
    let reason = |name: &str| -> String {
        let lines = ran.json_lines();
        let line = lines.iter().find(|l| l["path"] == name).expect("its line");
        format!("{} {}", line["status"], line["reason"])
    };
    assert!(
        reason("cut.pdf").contains("broken") || reason("cut.pdf").contains("no text"),
        "{ran:#?}"
    );
    assert!(reason("junk.pdf").contains("it is broken"), "{ran:#?}");
    assert!(reason("blank.pdf").contains("it holds no text"), "{ran:#?}");
    assert!(reason("secret.pdf").contains("it is encrypted"), "{ran:#?}");
    assert!(reason("good.pdf").starts_with("\"added\""), "{ran:#?}");
}
